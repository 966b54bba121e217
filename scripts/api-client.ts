/** HTTP API calls of the demonstration, the tests and the benchmark, besides those of the client. */
import {
  type ChatAnswer,
  type ChatRequest,
  createClient,
  type DocumentList,
  type DocumentStatus,
} from '@docent-server/client';

export function createApiClient(url: string, options: { apiKey?: string } = {}) {
  const client = createClient({ url, ...options });
  const allDocuments = (filter: { tag?: string } = {}): Promise<DocumentStatus[]> =>
    Array.fromAsync(client.each('/api/v1/ingest/docs', filter));

  return {
    ...client,
    call: client.request,
    allDocuments,

    summary: () => client.get('/api/v1/ingest/summary'),

    /** The whole answer at once. */
    ask(question: string, request: Omit<ChatRequest, 'question' | 'q'> = {}): Promise<ChatAnswer> {
      return client.post('/api/v1/chat', { body: { question, ...request } });
    },

    /** One page of the list; `query` begins with `?`. */
    async documents(query = ''): Promise<DocumentList> {
      return (await (await client.request(`/api/v1/ingest/docs${query}`)).json()) as DocumentList;
    },

    /** Whether the document existed. */
    async remove(docId: string): Promise<boolean> {
      const { status } = await client.request(`/api/v1/ingest/${docId}`, { method: 'DELETE' });
      return status === 200;
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
        const documents = await allDocuments();
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

/** A request for the clients of tests, which look at replies of any status. */
export function postJson(body: unknown, headers: Record<string, string> = {}): RequestInit {
  const type = { 'content-type': 'application/json' };
  return { method: 'POST', headers: { ...type, ...headers }, body: JSON.stringify(body) };
}
