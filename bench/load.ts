/** Uploads documents and asks questions over HTTP, many at a time. */
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { createApiClient } from '../scripts/api-client.ts';
import type { Accepted } from '../src/http/schemas/ingest.ts';

export const CHAT_PATHS = { plain: '/api/v1/chat', streamed: '/api/v1/chat/stream' } as const;
export type ChatPath = keyof typeof CHAT_PATHS;

const UPLOADS_IN_FLIGHT = 8;
const INGEST_TIMEOUT_MS = 300_000;
const SEARCHABLE_CHECK_MS = 50;
/** A prime: questions follow each other in another order than their documents, and none twice in a round. */
const STRIDE = 7919;

interface UploadedFile {
  readonly name: string;
  readonly text: string;
  readonly tags?: readonly string[];
}

/** @returns The files by the ids of their documents. */
export async function uploadAll<File extends UploadedFile>(
  url: string,
  files: readonly File[],
): Promise<Map<string, File>> {
  const pool = new Pool(url, { connections: UPLOADS_IN_FLIGHT });
  const queue = files.values();
  const uploaded = new Map<string, File>();
  const uploader = async () => {
    for (const file of queue) uploaded.set(await upload(pool, file), file);
  };
  try {
    await Promise.all(Array.from({ length: UPLOADS_IN_FLIGHT }, uploader));
    return uploaded;
  } finally {
    await pool.destroy();
  }
}

/** Waits until as many documents are searchable. */
export async function searchable(url: string, documents: number): Promise<void> {
  const client = createApiClient(url);
  const deadline = performance.now() + INGEST_TIMEOUT_MS;
  while ((await client.documents('?status=done&limit=1')).total < documents) {
    if (performance.now() > deadline) throw new Error('The ingest did not end in time');
    await pause(SEARCHABLE_CHECK_MS);
  }
}

/** The questions about a corpus again and again, each once in a round; `from` is where to begin. */
export function* questionsOf<Asked>(questions: readonly Asked[], from = 0): Generator<Asked> {
  for (let n = from; ; n++) yield questions[(n * STRIDE) % questions.length]!;
}

/** Calls of `askAll`. */
let runs = 0;

export interface Reply<Asked> {
  readonly asked: Asked;
  /** Of the question, from 0. */
  readonly index: number;
  /** The whole body. */
  readonly text: string;
}

/**
 * Asks the questions, `inFlight` at a time, each as a new user: the second question of a user would be taken for one that
 * may continue the first, and cost a model's call more.
 *
 * @param options.fields Further fields of each request.
 * @returns Milliseconds: of all together, of each reply, and until the first part of each: of a stream, its first event.
 * @throws When a reply is no answer.
 */
export async function askAll<Asked extends { readonly question: string }>(
  url: string,
  questions: Iterable<Asked>,
  options: {
    path: ChatPath;
    inFlight: number;
    fields?: Record<string, unknown>;
    onReply?: (reply: Reply<Asked>) => void;
  },
): Promise<{ ms: number; latencies: readonly number[]; firsts: readonly number[] }> {
  const { path, inFlight, fields, onReply } = options;
  const pool = new Pool(url, { connections: inFlight });
  const queue = questions[Symbol.iterator]();
  const startedAt = performance.now();
  const users = `bench-${runs++}`;
  const latencies: number[] = [];
  const firsts: number[] = [];
  let asked = 0;
  const asker = async () => {
    for (;;) {
      const { done, value } = queue.next();
      if (done) return;
      const index = asked++;
      const askedAt = performance.now();
      const response = await pool.request({
        method: 'POST',
        path: CHAT_PATHS[path],
        headers: { 'content-type': 'application/json', 'x-user-id': `${users}-${index}` },
        body: JSON.stringify({ question: value.question, ...fields }),
      });
      let text = '';
      let firstMs = 0;
      for await (const part of response.body.setEncoding('utf8')) {
        firstMs ||= performance.now() - askedAt;
        text += part;
      }
      if (response.statusCode !== 200 || text.includes('event: error'))
        throw new Error(`Not an answer: ${response.statusCode} ${text.slice(0, 300)}`);
      latencies.push(performance.now() - askedAt);
      firsts.push(firstMs);
      onReply?.({ asked: value, index, text });
    }
  };
  try {
    await Promise.all(Array.from({ length: inFlight }, asker));
    return { ms: performance.now() - startedAt, latencies, firsts };
  } finally {
    await pool.destroy();
  }
}

/**
 * Builds the form by hand: `fetch` and `FormData` would take 0.6 ms of the same cores for each upload.
 *
 * @returns The document's id.
 */
async function upload(pool: Pool, { name, text, tags }: UploadedFile): Promise<string> {
  const boundary = 'bench-form';
  const field = tags
    ? `--${boundary}\r\nContent-Disposition: form-data; name="tags"\r\n\r\n${JSON.stringify(tags)}\r\n`
    : '';
  const file = `${field}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n${text}`;
  const response = await pool.request({
    method: 'POST',
    path: '/api/v1/ingest/upload',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: `${file}\r\n--${boundary}--\r\n`,
  });
  const reply = await response.body.text();
  if (response.statusCode !== 202)
    throw new Error(`An upload was answered by ${response.statusCode}: ${reply}`);
  return (JSON.parse(reply) as Accepted).doc_id;
}
