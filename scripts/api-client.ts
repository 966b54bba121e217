/** HTTP API calls of the demonstration, the tests and the benchmark, besides those of the command line. */
import { ApiError, createDocumentClient } from '../src/cli/api-client.ts';
import type { ChatAnswer } from '../src/http/schemas/chat.ts';
import type { DocumentStatus } from '../src/http/schemas/ingest.ts';

export function createApiClient(baseUrl: string) {
  const client = createDocumentClient(baseUrl);

  return {
    ...client,

    async ask(question: string, options: Record<string, unknown> = {}): Promise<ChatAnswer> {
      const response = await client.call('/api/v1/chat', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ question, ...options }),
      });
      const { status } = response;
      if (status !== 200) throw new ApiError({ status, message: await response.text() });
      return (await response.json()) as ChatAnswer;
    },

    /**
     * Waits until no document is queued or processing.
     *
     * @throws {Error} When that takes longer than `timeoutMs`.
     */
    async settled(
      timeoutMs: number,
      onProgress: (documents: readonly DocumentStatus[]) => void = () => {},
    ): Promise<DocumentStatus[]> {
      const deadline = performance.now() + timeoutMs;
      for (;;) {
        const documents = await client.allDocuments();
        onProgress(documents);
        const open = documents.filter(({ status }) => status === 'queued' || status === 'processing');
        if (open.length === 0) return documents;
        if (performance.now() > deadline) {
          throw new Error(
            `${open.length} documents are still open after ${timeoutMs} ms: ${JSON.stringify(open[0])}`,
          );
        }
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
  };
}
