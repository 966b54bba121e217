import { setTimeout as sleep } from 'node:timers/promises';
import type { DocumentStatus } from '../../src/http/schemas/ingest.ts';
import { type Client, SETTLE_TIMEOUT_MS } from './check.ts';
import type { CurationBook } from './curation-book.ts';
import type { EntryState } from './curation-model.ts';
import type { DocumentBook } from './document-book.ts';

/** How the ids of documents begin that are approved answers. */
export const REVIEWED = 'answer-';

const DECISION_TIMEOUT_MS = 60_000;
const POLL_MS = 50;
/** From when an answer is searchable until it is approved, and held against its documents. */
const DECIDED_MS = 2_500;
const REJECTED_ASKED_MAX = 2;

interface PendingEntry {
  readonly entry_id: string;
  readonly question: string;
  readonly asked: number;
  readonly stale: boolean;
}

/** Whether the documents of an entry have changed since they were last looked at; undefined where that cannot be told. */
type Change = boolean | undefined;

interface CurationParts {
  readonly client: Client;
  readonly curation: CurationBook;
  readonly book: DocumentBook;
}

/** Holds queue, approved answers and feedback against the book. @returns What is wrong, in words. */
export async function checkCuration(parts: CurationParts): Promise<string[]> {
  const { client, curation } = parts;
  return [...(await faultsOfReview(parts)), ...(await faultsOfFeedback(client, curation))];
}

async function faultsOfReview({ client, curation, book }: CurationParts): Promise<string[]> {
  const { entries, entryIds } = curation;
  const wrong: string[] = [];
  const settled = await client.settled(SETTLE_TIMEOUT_MS);
  const changes = new Map(
    [...curation.questions.values()].map(({ question, docIds }) => [
      question,
      changeOf(docIds, { settled, book }),
    ]),
  );
  await untilDecided(client, curation);
  const pending = await everyPage<PendingEntry>(client, '/api/v1/review/pending', 'pending');
  const byQuestion = new Map(pending.map((entry) => [entry.question, entry]));
  if (byQuestion.size !== pending.length) wrong.push('a question is pending twice');
  for (const { question, entry_id } of pending) {
    if (!entries.ids().includes(question)) wrong.push(`"${question}" is pending, and was never asked`);
    const known = entryIds.get(question) ?? entry_id;
    if (known !== entry_id) wrong.push(`"${question}" was ${known}, and is ${entry_id}`);
    entryIds.set(question, known);
  }

  const reviewed = new Set<string>();
  for (const question of entries.ids()) {
    const entry = byQuestion.get(question);
    const of = { client, curation, change: changes.get(question), reviewed };
    wrong.push(...(entry ? await faultsOfPending(entry, of) : await faultsOfDecided(question, of)));
  }
  for (const { doc_id, source, status } of await client.settled(SETTLE_TIMEOUT_MS)) {
    const isWrong = source.kind === 'review' && (!reviewed.has(doc_id) || status !== 'done');
    if (isWrong) wrong.push(`${doc_id} is a ${source.kind} and ${status}`);
  }
  wrong.push(...(await faultsOfRejected(client, curation)));
  return wrong;
}

interface EntryParts extends Omit<CurationParts, 'book'> {
  readonly change: Change;
  /** Approved answers that were seen: added to. */
  readonly reviewed: Set<string>;
}

async function faultsOfPending(
  { question, asked, stale, entry_id }: PendingEntry,
  { client, curation, change, reviewed }: EntryParts,
): Promise<string[]> {
  const { entries } = curation;
  const docId = REVIEWED + entry_id;
  // Whether an approval that got no reply came before what made its entry stale is told by its answer alone.
  const stands = stale && (await isListed(client, docId));
  const isTrue = mayBeStale(entries, question, change);
  const fault = entries.see(
    question,
    `pending, asked ${asked}, ${stale ? 'stale' : 'not stale'}, ${stands ? '' : 'not '}answering`,
    (state) =>
      state.status === 'pending' &&
      state.asked === asked &&
      state.isStale === stale &&
      (state.standing !== null) === stands &&
      isTrue(state),
  );
  if (!stands) return withoutNone(fault);
  curation.stale.add(question);
  reviewed.add(docId);
  const { answer, sources } = await client.ask(question, { conversation_id: `check-${docId}` });
  const isCited = sources.some(({ doc_id }) => doc_id === docId);
  const faultOfAnswer = entries.see(
    question,
    `stale, and answered: ${answer}${isCited ? '' : ', which is not cited'}`,
    (state) =>
      state.status === 'pending' && state.standing !== null && answer.includes(state.standing) && isCited,
  );
  return withoutNone(fault, faultOfAnswer);
}

async function faultsOfDecided(
  question: string,
  { client, curation, change, reviewed }: EntryParts,
): Promise<string[]> {
  const { entries, entryIds } = curation;
  const docId = REVIEWED + entryIds.get(question);
  const mayBeApproved = entries.outcomes(question).some(({ status }) => status === 'approved');
  const reply =
    mayBeApproved && (await appears(client, docId))
      ? await decidedReply({ client, curation }, { question, docId })
      : undefined;
  const isTrue = mayBeStale(entries, question, change);
  if (!reply) {
    const isHidden = ({ status }: EntryState) => status === 'absent' || status === 'rejected';
    return withoutNone(entries.see(question, 'neither pending nor approved', isHidden));
  }
  reviewed.add(docId);
  const { answer, sources, meta } = reply;
  return withoutNone(
    entries.see(
      question,
      `approved (${docId}), and answered: ${answer}`,
      (state) => state.status === 'approved' && answer.includes(state.answer) && isTrue(state),
    ),
    meta.review_entry_id === null ? undefined : `"${question}" is approved, and held again`,
    sources.filter((source) => source.doc_id === docId).length === 1
      ? undefined
      : `"${question}" is approved, but cites ${sources.map(({ doc_id }) => doc_id)}`,
  );
}

/** Whether other content answers from one of the documents than was last seen. */
function changeOf(
  docIds: readonly string[],
  { settled, book }: { settled: readonly DocumentStatus[]; book: DocumentBook },
): Change {
  const changes = docIds.map((docId) => {
    const before = book.get(docId)?.answering;
    const now = settled.find((document) => document.doc_id === docId);
    const answers = now?.status === 'done' || now?.duplicate_of === docId;
    return before == null || !now || !answers ? undefined : now.content_hash !== before;
  });
  if (changes.includes(true)) return true;
  return changes.includes(undefined) ? undefined : false;
}

/** Which states of an entry go with that: known only where nobody has asked or decided meanwhile. */
function mayBeStale(
  { attempts, possible }: CurationBook['entries'],
  question: string,
  change: Change,
): (state: EntryState) => boolean {
  const before = possible(question);
  const isAlone = attempts(question).every(({ operation }) => operation.kind === 'change');
  const wasStale = before.some((state) => state.status === 'pending' && state.isStale);
  return (state) => {
    const isStale = state.status === 'pending' && state.isStale;
    if (change === false && !wasStale) return !isStale;
    if (change === true && isAlone)
      return isStale || state.status === 'absent' || state.status === 'rejected';
    return true;
  };
}

/** An approval that a kill has interrupted is carried out after the start, and may be stale as soon as it is. */
async function untilDecided(client: Client, { entries, entryIds }: CurationBook): Promise<void> {
  const isOpen = (question: string) => {
    const kinds = entries.attempts(question).map(({ operation }) => operation.kind);
    return kinds.includes('approve') && kinds.includes('change');
  };
  const open = entries.ids().filter(isOpen);
  for (const question of open) {
    if (entries.outcomes(question).every(({ status }) => status === 'approved'))
      await appears(client, REVIEWED + entryIds.get(question));
  }
  if (open.length > 0) await sleep(DECIDED_MS);
}

/** Whether the document comes to be there: a decision that a kill has interrupted is carried out after the start. */
async function appears(client: Client, docId: string): Promise<boolean> {
  const deadline = performance.now() + DECISION_TIMEOUT_MS;
  do {
    if (await isListed(client, docId, 'done')) return true;
    await sleep(POLL_MS);
  } while (performance.now() < deadline);
  return false;
}

async function isListed(client: Client, docId: string, status?: string): Promise<boolean> {
  const found = (await client.settled(SETTLE_TIMEOUT_MS)).find(({ doc_id }) => doc_id === docId);
  return found !== undefined && (status === undefined || found.status === status);
}

/**
 * What answers an approved question. Until a decision on a stale answer that a kill has interrupted is carried out, the
 * answer stands that was approved before.
 *
 * @returns Undefined when its document goes meanwhile: it was rejected.
 */
async function decidedReply(
  { client, curation }: Pick<CurationParts, 'client' | 'curation'>,
  { question, docId }: { question: string; docId: string },
) {
  const deadline = performance.now() + DECISION_TIMEOUT_MS;
  for (;;) {
    const reply = await client.ask(question, { conversation_id: `check-${docId}` });
    const isDecided = curation.entries
      .outcomes(question)
      .some((state) => state.status === 'approved' && reply.answer.includes(state.answer));
    if (isDecided || performance.now() > deadline) return reply;
    await sleep(POLL_MS);
    if (!(await isListed(client, docId))) return undefined;
  }
}

/** What was rejected is not held again, and no reviewed answer stands in for it. */
async function faultsOfRejected(client: Client, { entries }: CurationBook): Promise<string[]> {
  const rejected = entries
    .ids()
    .filter((question) => entries.possible(question).every(({ status }) => status === 'rejected'));
  const wrong: string[] = [];
  for (const question of rejected.slice(-REJECTED_ASKED_MAX)) {
    const { sources, meta } = await client.ask(question, {
      conversation_id: `check-rejected-${wrong.length}`,
    });
    if (meta.review_entry_id !== null) wrong.push(`"${question}" was rejected, and is held again`);
    if (sources.some(({ doc_id }) => doc_id.startsWith(REVIEWED)))
      wrong.push(`"${question}" was rejected, and answers`);
  }
  return wrong;
}

async function faultsOfFeedback(client: Client, { records, feedback, feedbackIds }: CurationBook) {
  interface Listed {
    readonly feedback_id: string;
    readonly reason: string;
    readonly rating: string;
  }
  const listed = await everyPage<Listed>(client, '/api/v1/feedback', 'feedback');
  const wrong: string[] = [];
  const counts = new Map<string, number>();
  for (const { feedback_id, reason, rating } of listed) {
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
    const given = feedback.get(reason);
    if (given?.rating !== rating) wrong.push(`feedback "${reason}" is ${rating}, but was ${given?.rating}`);
    if (given?.isKeyed && feedbackIds.has(reason) && feedbackIds.get(reason) !== feedback_id) {
      wrong.push(`feedback "${reason}" was ${feedbackIds.get(reason)}, and is ${feedback_id}`);
    }
  }
  for (const reason of feedback.keys()) {
    const count = counts.get(reason) ?? 0;
    wrong.push(...withoutNone(records.see(reason, `there ${count} times`, (state) => state === count)));
  }
  return wrong;
}

function withoutNone(...faults: readonly (string | undefined)[]): string[] {
  return faults.filter((fault) => fault !== undefined);
}

/** @throws When a list is not as long as it says. */
export async function everyPage<Item>(
  client: Pick<Client, 'call'>,
  path: string,
  name: string,
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  do {
    const after: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const response = await client.call(`${path}?limit=200${after}`);
    const page = (await response.json()) as Record<string, unknown>;
    items.push(...(page[name] as Item[]));
    cursor = page.next_cursor as string | null;
    if (cursor === null && page.total !== items.length) {
      throw new Error(`${path} lists ${items.length} of ${page.total}`);
    }
  } while (cursor !== null);
  return items;
}
