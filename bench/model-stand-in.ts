/**
 * A provider that answers at once, in its own process: `POST /v1/embeddings` and streamed `/v1/chat/completions`. It
 * states the sentence of the prompt that answers a question of `corpus.ts`, in some 20 tokens, at the lowest possible
 * cost.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const DIMENSIONS = 256;
const HEAD = '"id":"chatcmpl-1","object":"chat.completion.chunk","created":1763000000,"model":"bench"';

const server = createServer(async (request, response) => {
  let body = '';
  request.setEncoding('utf8');
  for await (const part of request) body += part;
  if (request.url?.endsWith('/embeddings')) {
    const { input } = JSON.parse(body) as { input: string | string[] };
    const data = [input]
      .flat()
      .map((text, index) => `{"object":"embedding","index":${index},"embedding":[${embedded(text)}]}`);
    const json = `{"object":"list","data":[${data}],"model":"bench","usage":{"prompt_tokens":9,"total_tokens":9}}`;
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': json.length }).end(json);
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(answerTo(body));
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.send!({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` });
process.once('disconnect', () => process.exit());

function answerTo(body: string): string {
  const name = /When was the bridge of (\w+) completed/.exec(body)?.[1];
  const year = new RegExp(`bridge of ${name} was completed in (\\d+)`).exec(body)?.[1];
  const text = `The bridge of ${name} was completed in ${year} after nine years of work [1]. Nine years of work went into the bridge [1].`;
  const tokens = text.split(/(?= )/).map((token) => frame(`{"content":${JSON.stringify(token)}}`, 'null'));
  const usage = `data: {${HEAD},"choices":[],"usage":{"prompt_tokens":900,"completion_tokens":21,"total_tokens":921}}\n\n`;
  return `${frame('{"role":"assistant","content":""}', 'null')}${tokens.join('')}${frame('{}', '"stop"')}${usage}data: [DONE]\n\n`;
}

function frame(delta: string, reason: string): string {
  return `data: {${HEAD},"choices":[{"index":0,"delta":${delta},"logprobs":null,"finish_reason":${reason}}]}\n\n`;
}

/** Words counted at their hashes' positions, up or down: texts with the same words are similar, others orthogonal. */
function embedded(text: string): Int32Array {
  const counts = new Int32Array(DIMENSIONS);
  for (const word of text.toLowerCase().split(/[^a-z0-9]+/)) {
    let hash = 0;
    for (let i = 0; i < word.length; i++) hash = (Math.imul(hash, 31) + word.charCodeAt(i)) | 0;
    counts[(hash >>> 1) % DIMENSIONS]! += hash < 0 ? -1 : 1;
  }
  return counts;
}
