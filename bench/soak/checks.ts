/** What must hold of a server that was soaked, once it is quiet, and of its files once it has stopped. */
import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { postJson } from '../../scripts/api-client.ts';
import { inParallel } from '../../src/concurrency/in-parallel.ts';
import { everyPage } from '../../test/crash/check-curation.ts';
import { checkDatabases } from '../../test/crash/check-databases.ts';
import { readOriginals } from '../../test/crash/check-originals.ts';
import { parseExposition } from '../../test/exposition-parser.ts';
import type { Book } from './book.ts';
import { questionOf } from './contents.ts';
import type { Visitors } from './visitors.ts';

const AT_ONCE = 16;
const GONE_ASKED_MAX = 50;
const ERRORS_SHOWN = 20;

export interface Listed {
  readonly doc_id: string;
  readonly status: string;
  readonly version: number;
  readonly content_hash: string | null;
  readonly chunks: number;
  readonly tags: readonly string[];
  readonly error: { readonly code: string } | null;
  readonly duplicate_of: string | null;
  readonly source: { readonly kind: string };
}

/** @returns Every document, newest first. */
export const listedBy = (visitors: Visitors) => everyPage<Listed>(visitors, '/api/v1/ingest/docs', 'docs');

/** Of the running server: what was acknowledged is there, and what is listed is found. @returns What is wrong. */
export async function checkServing(visitors: Visitors, book: Book): Promise<string[]> {
  const listed = await listedBy(visitors);
  return [
    ...faultsOfList(listed, book),
    ...(await faultsOfSearch(visitors, book, listed)),
    ...(await faultsOfCuration(visitors, book)),
  ];
}

function faultsOfList(listed: readonly Listed[], book: Book): string[] {
  const wrong: string[] = [];
  const byId = new Map(listed.map((document) => [document.doc_id, document]));
  for (const { doc_id, status, error } of listed) {
    if (!['done', 'skipped', 'failed'].includes(status)) wrong.push(`${doc_id} is still ${status}`);
    if (status === 'failed' && !error?.code) wrong.push(`${doc_id} failed without a reason`);
    if (error?.code === 'internal_error') wrong.push(`${doc_id} failed by an internal_error`);
    if (book.neverSent.has(doc_id)) wrong.push(`${doc_id} was never sent as a whole, and is listed`);
  }
  for (const { docId, content, tags, isBroken } of book.documents.values()) {
    const found = byId.get(docId);
    if (!found) wrong.push(`${docId} was acknowledged, and is not listed`);
    else {
      if (found.content_hash !== hash('sha256', content.bytes)) wrong.push(`${docId} has other content`);
      if (found.tags.toSorted().join() !== tags.toSorted().join())
        wrong.push(`${docId} is tagged ${found.tags}, not ${tags}`);
      if (isBroken !== (found.status === 'failed' || found.error !== null))
        wrong.push(`${docId} (${content.filename}) ended as ${found.status} ${found.error?.code ?? ''}`);
    }
  }
  for (const docId of book.gone) if (byId.has(docId)) wrong.push(`${docId} was deleted, and is listed`);
  return wrong;
}

/** The index, the store and the list agree. */
async function faultsOfSearch(visitors: Visitors, book: Book, listed: readonly Listed[]): Promise<string[]> {
  const wrong: string[] = [];
  const candidates = async (question: string, docId: string) => {
    const { body } = await visitors.send(
      'check',
      '/api/v1/chat',
      postJson({ question, mode: 'strict', filter: { doc_ids: [docId] } }, { 'x-user-id': `check-${docId}` }),
    );
    return { found: body.meta.retrieval.candidates as number, reply: body };
  };
  const answering = listed.filter(({ status }) => status === 'done');
  await inParallel(answering, AT_ONCE, async ({ doc_id: docId, chunks }) => {
    const fact = book.documents.get(docId)?.content.fact;
    const { body } = await visitors.send('check', `/api/v1/ingest/${docId}/chunks?limit=1`);
    if (body.total !== chunks) wrong.push(`${docId} has ${body.total} passages, and lists ${chunks}`);
    if (!fact) return;
    const { found, reply } = await candidates(questionOf(fact.town, fact.language), docId);
    if (found === 0) wrong.push(`${docId} is listed as done, and not found`);
    const snippets = (reply.sources as { snippet: string }[]).map(({ snippet }) => snippet);
    if (!reply.meta.refused && !snippets.some((snippet) => snippet.includes(fact.year)))
      wrong.push(`${docId} should answer ${fact.year}, not ${reply.answer}`);
  });
  await inParallel(book.gone.slice(-GONE_ASKED_MAX), AT_ONCE, async (docId) => {
    const { found } = await candidates('When was the bridge completed?', docId);
    if (found > 0) wrong.push(`${docId} was deleted, and is found`);
  });
  const text = await (await visitors.call('/metrics')).text();
  const metrics = parseExposition(text);
  const done = answering.reduce((sum, { chunks }) => sum + chunks, 0);
  const indexed = metrics.get('docent_indexed_chunks')!;
  // What failed or was skipped may answer from the version before.
  if (indexed < done) wrong.push(`${indexed} passages are indexed, and ${done} are listed as done`);
  return wrong;
}

async function faultsOfCuration(visitors: Visitors, book: Book): Promise<string[]> {
  const wrong: string[] = [];
  const feedback = await everyPage<{ feedback_id: string }>(visitors, '/api/v1/feedback', 'feedback');
  const ids = new Set(feedback.map(({ feedback_id }) => feedback_id));
  if (ids.size !== feedback.length) wrong.push('feedback is listed twice');
  for (const id of book.feedbackIds) if (!ids.has(id)) wrong.push(`the feedback ${id} is lost`);
  for (const id of ids)
    if (!book.feedbackIds.has(id)) wrong.push(`the feedback ${id} was never acknowledged`);
  await inParallel(book.decisions, AT_ONCE, async ([entryId, decision]) => {
    const { body } = await visitors.send('check', `/api/v1/review/${entryId}`);
    const isBack = body.status === 'pending' && (body.stale || body.doc_id === null);
    if (body.status !== decision && !isBack)
      wrong.push(`the entry ${entryId} was ${decision}, and is ${JSON.stringify(body).slice(0, 300)}`);
  });
  return wrong;
}

/** Of the files of a server that has stopped, its logs included. @returns What is wrong. */
export function checkFiles(folder: string): string[] {
  const dataFolder = join(folder, 'data');
  const wrong = [...checkDatabases(dataFolder), ...errorsIn(join(folder, 'logs'))];
  const names = readdirSync(dataFolder, { recursive: true }) as string[];
  for (const name of names)
    if (/-(wal|shm)$/.test(name)) wrong.push(`${name} is left behind by a clean stop`);
  using database = new DatabaseSync(join(dataFolder, 'docent.db'), { readOnly: true });
  const numberOf = (what: string, sql: string, allowed = 0) => {
    const { rows } = database.prepare(`SELECT COUNT(*) AS rows FROM ${sql}`).get() as { rows: number };
    if (rows !== allowed) wrong.push(`${rows} ${what} instead of ${allowed}`);
  };
  const live = 'SELECT 1 FROM documents d WHERE d.sequence = x.document AND d.live_version = x.version';
  numberOf('jobs are left', 'jobs');
  numberOf('versions wait to be removed', 'dropped_versions');
  numberOf('passages belong to no version that answers', `chunks x WHERE NOT EXISTS (${live})`);
  numberOf('texts belong to no version that answers', `document_texts x WHERE NOT EXISTS (${live})`);
  const chunkless = 'NOT EXISTS (SELECT 1 FROM chunks c WHERE c.chunk = x.chunk)';
  for (const table of ['chunk_terms', 'embeddings_0', 'embeddings_1'])
    numberOf(`rows of ${table} belong to no passage`, `${table} x WHERE ${chunkless}`);
  const rows = database
    .prepare(
      'SELECT doc_id, content_hash AS hash FROM documents UNION SELECT doc_id, live_hash FROM documents',
    )
    .all() as { doc_id: string; hash: string | null }[];
  const { contents, hashes, recorded, faults } = readOriginals(dataFolder);
  wrong.push(...faults);
  // What an upload left that was given up is on record, and stored for a day.
  const named = new Set([...recorded, ...rows.flatMap(({ hash }) => hash ?? [])]);
  const manifests = new Set(
    rows.flatMap(({ doc_id: id, hash }) =>
      hash ? [`${hash}.${Buffer.from(id).toString('base64url')}`] : [],
    ),
  );
  const kept = new Set([...contents.keys()].map((name) => name.replace(/\.[0-9a-f]{8}\.json$/, '')));
  for (const name of hashes) if (!named.has(name)) wrong.push(`the original ${name} outlives its document`);
  for (const { hash } of rows) if (hash && !kept.has(hash)) wrong.push(`the original ${hash} is lost`);
  for (const name of manifests) if (!kept.has(name)) wrong.push(`the manifest ${name} is lost`);
  for (const name of kept)
    if (!named.has(name) && !manifests.has(name)) wrong.push(`the manifest ${name} outlives its document`);
  return wrong;
}

/** What the server logged as its own fault. */
function errorsIn(logFolder: string): string[] {
  return readdirSync(logFolder)
    .flatMap((name) => readFileSync(join(logFolder, name), 'utf8').split('\n'))
    .filter((line) => / ERROR /.test(line))
    .slice(0, ERRORS_SHOWN);
}
