/** The calls of the HTTP API that the demonstration, the tests and the benchmark make. */

export interface DocumentStatus {
  readonly doc_id: string;
  readonly title: string;
  readonly status: 'queued' | 'processing' | 'done' | 'skipped' | 'failed';
  readonly stage: string | null;
  readonly progress: number;
  readonly version: number;
  readonly pages: number | null;
  readonly chunks: number;
  readonly attempts: number;
  readonly duplicate_of: string | null;
  readonly error: { readonly code: string; readonly message: string } | null;
}

export interface ChatSource {
  readonly n: number;
  readonly label: string;
  readonly doc_id: string;
  readonly chunk_id: string;
  readonly score: number;
  readonly page: number | null;
  readonly section: string | null;
  readonly snippet: string;
}

export interface ChatReply {
  readonly answer: string;
  readonly sources: readonly ChatSource[];
  readonly meta: {
    readonly correlation_id: string;
    readonly refused: boolean;
    readonly synthesized: boolean;
    readonly grounded: string | null;
    readonly timings_ms: { readonly total: number };
  };
}

export interface UploadFields {
  readonly doc_id?: string;
  readonly title?: string;
}

const REQUEST_TIMEOUT_MS = 60_000;

export function createApiClient(baseUrl: string) {
  const call = (path: string, init: RequestInit = {}) =>
    fetch(baseUrl + path, { ...init, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });

  return {
    /** Any call, for what is not expected to succeed. */
    call,

    async upload(name: string, bytes: Uint8Array, fields: UploadFields = {}): Promise<DocumentStatus> {
      const form = new FormData();
      for (const [field, value] of Object.entries(fields)) form.set(field, value);
      form.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), name);
      return json(await call('/api/v1/ingest/upload', { method: 'POST', body: form }), 202);
    },

    async status(docId: string): Promise<DocumentStatus> {
      return json(await call(`/api/v1/ingest/status/${docId}`), 200);
    },

    async documents(
      query = '',
    ): Promise<{ docs: DocumentStatus[]; next_cursor: string | null; total: number }> {
      return json(await call(`/api/v1/ingest/docs${query}`), 200);
    },

    async ask(question: string, options: Record<string, unknown> = {}): Promise<ChatReply> {
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ question, ...options }),
      };
      return json(await call('/api/v1/chat', init), 200);
    },

    /** Every document on all pages of the list. */
    async allDocuments(): Promise<DocumentStatus[]> {
      const documents: DocumentStatus[] = [];
      let cursor: string | null = null;
      do {
        const page = await this.documents(
          `?limit=200${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
        );
        documents.push(...page.docs);
        cursor = page.next_cursor;
      } while (cursor);
      return documents;
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
        const documents = await this.allDocuments();
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

async function json<T>(response: Response, expectedStatus: number): Promise<T> {
  const text = await response.text();
  if (response.status !== expectedStatus) {
    throw new Error(
      `${response.url} answered ${response.status} instead of ${expectedStatus}: ${text.slice(0, 500)}`,
    );
  }
  return JSON.parse(text) as T;
}
