import { setTimeout as sleep } from 'node:timers/promises';
import { createApiClient, postJson } from '../../scripts/api-client.ts';
import type { CurationBook, GivenFeedback } from './curation-book.ts';
import type { DocumentBook, KnownDocument } from './document-book.ts';
import type { Action } from './plan.ts';
import { questionAbout, yearsStated } from './town-documents.ts';

/** How many requests clients were told to be done. */
export interface Acknowledged {
  puts: number;
  deletions: number;
  answers: number;
  decisions: number;
  feedback: number;
  /** Of `puts`: those that were answered as before, under their key. */
  replays: number;
  retries: number;
}

export interface BurstResult {
  /** Requests whose connection ended before a reply. */
  inFlight: number;
  /** Replies that should never be given. */
  readonly violations: string[];
}

type Client = ReturnType<typeof createApiClient>;

/**
 * Performs each action at its moment, all side by side, and writes the requests and their replies into the book.
 *
 * @param parts.signal Aborted when the process was killed: what has not begun by then is left out.
 */
export async function runBurst(
  actions: readonly Action[],
  parts: {
    url: string;
    book: DocumentBook;
    curation: CurationBook;
    /** Counted up. */
    acknowledged: Acknowledged;
    signal: AbortSignal;
  },
): Promise<BurstResult> {
  const { url, book, curation, acknowledged, signal } = parts;
  const client = createApiClient(url);
  const result: BurstResult = { inFlight: 0, violations: [] };
  const complain = (text: string) => void result.violations.push(text);

  async function put({ docId, document, key }: Action & { kind: 'put' }): Promise<void> {
    const form = new FormData();
    const isNamed = book.get(docId)!.named === 'by-id';
    if (isNamed) form.set('doc_id', docId);
    form.set('file', new Blob([document.text]), `${docId}.md`);
    const { contentHash } = document;
    for (const { question, docIds } of curation.questions.values())
      if (docIds.includes(docId)) curation.entries.begin(question, { kind: 'change' });
    const end = book.begin(docId, { kind: 'put', contentHash, ...(key !== undefined && { key }) });
    const headers = key === undefined ? {} : { 'idempotency-key': key };
    const response = await client.call('/api/v1/ingest/upload', { method: 'POST', body: form, headers });
    const body = (await response.json()) as { doc_id?: string; version?: number; code?: string };
    if (response.status === 409 && body.code === 'request_in_progress') return end({ status: 409 });
    if (response.status !== 202) return complain(`upload of ${docId}: ${JSON.stringify(body)}`);
    if (body.doc_id !== docId) complain(`${docId} was accepted as ${body.doc_id}`);
    end({ status: 202, version: body.version! });
    acknowledged.puts += 1;
    if (response.headers.has('idempotent-replayed')) acknowledged.replays += 1;
    else book.taken(docId);
  }

  async function retry(docId: string): Promise<void> {
    const end = book.begin(docId, { kind: 'retry' });
    const response = await client.call(`/api/v1/ingest/${docId}/retry`, { method: 'POST' });
    const text = await response.text();
    if (![202, 404, 409].includes(response.status)) return complain(`retry of ${docId}: ${text}`);
    end({ status: response.status });
    if (response.status !== 202) return;
    acknowledged.retries += 1;
    book.taken(docId);
  }

  async function remove(docId: string): Promise<void> {
    const end = book.begin(docId, { kind: 'delete' });
    const response = await client.call(`/api/v1/ingest/${docId}`, { method: 'DELETE' });
    const text = await response.text();
    if (response.status !== 200 && response.status !== 404) return complain(`deletion of ${docId}: ${text}`);
    end({ status: response.status });
    acknowledged.deletions += 1;
  }

  async function ask(docId: string): Promise<void> {
    const before = book.get(docId)!;
    const askedAt = performance.now();
    // The town that it was about before the burst; its replacements in the burst are about the same one.
    const { town } = book.content(before.newest!.contentHash);
    const conversation_id = `burst-${docId}-${Math.round(askedAt)}`;
    const reply = await askAbout(client, town, { conversation_id, filter: { doc_ids: [docId] } });
    acknowledged.answers += 1;
    const years = reply.sources.flatMap(({ snippet }) => yearsStated(snippet, town));
    const wrong = faultOfYears(years, { askedAt, before, after: book.get(docId)!, book, town });
    if (wrong) complain(`question about ${docId} (${town}): ${wrong}; it was answered: ${reply.answer}`);
  }

  async function hold(question: string): Promise<void> {
    const conversation_id = `hold-${Math.round(performance.now() * 1_000)}`;
    const end = curation.entries.begin(question, { kind: 'ask' });
    const reply = await client.ask(question, { mode: 'learning', conversation_id });
    const entryId = reply.meta.review_entry_id;
    if (entryId !== null) noteId(curation.entryIds, question, entryId);
    end({ isHeld: entryId !== null });
    acknowledged.answers += 1;
  }

  async function decide({ question, decision, answer }: Action & { kind: 'decide' }): Promise<void> {
    const body = decision === 'approve' ? { answer } : {};
    const operation =
      decision === 'approve' ? ({ kind: 'approve', answer } as const) : ({ kind: 'reject' } as const);
    const path = `/api/v1/review/${curation.entryIds.get(question)}/${decision}`;
    const end = curation.entries.begin(question, operation);
    const response = await client.call(path, postJson(body));
    const text = await response.text();
    if (response.status !== 200 && response.status !== 409)
      return complain(`${decision} ${question}: ${text}`);
    end({ status: response.status });
    if (response.status === 200) acknowledged.decisions += 1;
  }

  async function give({ reason, rating, isKeyed }: GivenFeedback): Promise<void> {
    const end = curation.records.begin(reason, { isKeyed });
    const headers = isKeyed ? { 'idempotency-key': reason.replaceAll(' ', '-') } : {};
    const response = await client.call('/api/v1/feedback', postJson({ rating, reason }, headers));
    const body = (await response.json()) as { feedback_id?: string; code?: string };
    // The same key is under way at this moment: nothing was done for this request.
    if (response.status === 409 && body.code === 'request_in_progress') return;
    if (response.status !== 201) return complain(`feedback ${reason}: ${JSON.stringify(body)}`);
    if (isKeyed) noteId(curation.feedbackIds, reason, body.feedback_id!);
    end({ status: 201 });
    acknowledged.feedback += 1;
  }

  /** An id that was told once is the same for ever. */
  function noteId(ids: Map<string, string>, name: string, id: string): void {
    const known = ids.get(name) ?? id;
    if (known !== id) complain(`"${name}" was ${known}, and is ${id}`);
    ids.set(name, known);
  }

  async function perform(action: Action): Promise<void> {
    await sleep(action.atMs, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    try {
      if (action.kind === 'put') await put(action);
      else if (action.kind === 'delete') await remove(action.docId);
      else if (action.kind === 'retry') await retry(action.docId);
      else if (action.kind === 'ask') await ask(action.docId);
      else if (action.kind === 'hold') await hold(action.question);
      else if (action.kind === 'decide') await decide(action);
      else await give(action.feedback);
    } catch (error) {
      if (!signal.aborted) complain(`${JSON.stringify(action)}: ${error}`);
      result.inFlight += 1;
    }
  }

  await Promise.all(actions.map(perform));
  return result;
}

/** Asks in a conversation of its own, so that nothing said before weighs in. */
export function askAbout(client: Client, town: string, options: Record<string, unknown>) {
  return client.ask(questionAbout(town), { mode: 'strict', top_k: 10, ...options });
}

/** A document answers from one of the versions that it may have at the time, and a deleted one from none. */
function faultOfYears(
  years: readonly string[],
  parts: { askedAt: number; before: KnownDocument; after: KnownDocument; book: DocumentBook; town: string },
): string | undefined {
  const { askedAt, before, after, book, town } = parts;
  const deletions = after.attempts.filter(({ operation }) => operation.kind === 'delete');
  const puts = after.attempts.flatMap(({ operation }) => (operation.kind === 'put' ? [operation] : []));
  if (deletions.length === 0 && before.answering === null) return undefined;
  const allowed = [before.answering, ...puts.map(({ contentHash }) => contentHash)]
    .filter((contentHash) => contentHash !== null)
    .map((contentHash) => book.content(contentHash))
    .filter((content) => content.town === town)
    .map((content) => content.year);
  const unknown = years.filter((year) => !allowed.includes(year));
  if (unknown.length > 0) return `it never said ${unknown}, but ${allowed}`;
  const wasGone = deletions.some(({ ended }) => ended !== undefined && ended.at < askedAt);
  if (wasGone && puts.length === 0 && years.length > 0) return `it was deleted, and said ${years}`;
  if (deletions.length === 0 && years.length !== 1) return `it must say one of ${allowed} once, not ${years}`;
  return undefined;
}
