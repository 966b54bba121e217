/** HTTP API calls of the demonstration, the tests and the benchmark, in addition to the command line's. */
import { ApiError, createDocumentClient, type DocumentStatus } from '../src/cli/api-client.ts';

export type { DocumentStatus } from '../src/cli/api-client.ts';

export interface ChatSource {
  readonly n: number;
  readonly label: string;
  readonly doc_id: string;
  readonly chunk_id: string;
  readonly score: number;
  readonly page: number | null;
  readonly section: string | null;
  readonly snippet: string;
  readonly start: number;
  readonly end: number;
  readonly quotes: readonly { readonly start: number; readonly end: number }[];
}

export interface ChatReply {
  readonly answer: string;
  readonly sources: readonly ChatSource[];
  readonly meta: {
    readonly correlation_id: string;
    readonly refused: boolean;
    readonly synthesized: boolean;
    readonly review_entry_id: string | null;
    readonly grounded: string | null;
    readonly statements: readonly {
      readonly start: number;
      readonly end: number;
      readonly verdict: string;
      readonly citations: readonly number[];
      readonly alarms: readonly string[];
    }[];
    readonly retrieval: { readonly degraded?: true };
    readonly timings_ms: { readonly total: number };
  };
}

export function createApiClient(baseUrl: string) {
  const client = createDocumentClient(baseUrl);

  return {
    ...client,

    async ask(question: string, options: Record<string, unknown> = {}): Promise<ChatReply> {
      const response = await client.call('/api/v1/chat', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ question, ...options }),
      });
      const { status } = response;
      if (status !== 200) throw new ApiError({ status, message: await response.text() });
      return (await response.json()) as ChatReply;
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
