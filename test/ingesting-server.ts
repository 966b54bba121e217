import { openHttpStand } from './http-stand.ts';
import { openStand } from './ingestion-stand.ts';

/** The HTTP server before real ingestion. */
export async function openIngestingServer(
  options: Parameters<typeof openHttpStand>[0] = {},
  ingestionOptions: Parameters<typeof openStand>[0] = {},
) {
  const ingestion = await openStand(ingestionOptions);
  const { catalog, content: documentContent, originals, feed: documentFeed } = ingestion;
  const stand = await openHttpStand({ catalog, documentContent, originals, documentFeed, ...options });
  return {
    ...{ ingestion, stand },
    async [Symbol.asyncDispose]() {
      await stand[Symbol.asyncDispose]();
      await ingestion[Symbol.asyncDispose]();
    },
  };
}

/** The events of a stream as they come; comments too, as `comment`. */
export async function* eventsOf(response: Response): AsyncGenerator<{ event: string; data?: unknown }> {
  let text = '';
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    text += piece;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const [first, second] = text.slice(0, end).split('\n');
      text = text.slice(end + 2);
      if (first!.startsWith(':')) yield { event: 'comment' };
      else yield { event: first!.slice('event: '.length), data: JSON.parse(second!.slice('data: '.length)) };
    }
  }
}
