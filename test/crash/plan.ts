import type { CurationBook, GivenFeedback } from './curation-book.ts';
import type { DocumentBook, KnownDocument } from './document-book.ts';
import { type createTownDocuments, questionAboutBoth, type TownDocument } from './town-documents.ts';

/** One thing that a client does, so many milliseconds after the burst began. */
export type Action = { readonly atMs: number } & (
  | { readonly kind: 'put'; readonly docId: string; readonly document: TownDocument; readonly key?: string }
  | { readonly kind: 'delete'; readonly docId: string }
  | { readonly kind: 'retry'; readonly docId: string }
  | { readonly kind: 'ask'; readonly docId: string }
  | { readonly kind: 'hold'; readonly question: string }
  | {
      readonly kind: 'decide';
      readonly question: string;
      readonly decision: 'approve' | 'reject';
      readonly answer: string;
    }
  | { readonly kind: 'give'; readonly feedback: GivenFeedback }
);

type Timeless<T> = T extends unknown ? Omit<T, 'atMs'> : never;

interface PlanParts {
  readonly book: DocumentBook;
  readonly curation: CurationBook;
  readonly towns: ReturnType<typeof createTownDocuments>;
  readonly random: () => number;
  /** Makes the ids of this burst unlike all others. */
  readonly prefix: string;
}

/** Documents that a folder holds when it has grown up: enough for several embedding models to be learned. */
const DOCUMENTS_MAX = 40;
const ADDED_MAX = 5;
const TOUCHED_MAX = 4;
const ASKED_MAX = 3;
const QUESTIONS_MAX = 30;
const HELD_MAX = 4;
const DECIDED_MAX = 4;
const GIVEN_MAX = 3;
const CHANGED_MAX = 2;
const KEYED_AGAIN_MAX = 3;
const RETRIED_MAX = 2;

/**
 * Draws what clients do until the kill.
 *
 * @param lengthMs All of it begins within this time.
 */
export function planBurst(parts: PlanParts, lengthMs: number): Action[] {
  return [...documentActions(parts), ...curationActions(parts)]
    .map((action) => ({ ...action, atMs: parts.random() * lengthMs }))
    .sort((a, b) => a.atMs - b.atMs);
}

/**
 * New documents, replacements, copies of what is there under another name, deletions, repetitions of what the last
 * kill may have cut off, some of them under their idempotency key, retries, and questions; some at the same document.
 */
function documentActions({ book, towns, random, prefix }: PlanParts): Timeless<Action>[] {
  const below = (bound: number) => Math.floor(random() * bound);
  const actions: Timeless<Action>[] = [];
  const known = book.all().filter(({ isPinned }) => !isPinned);
  const present = known.filter(({ newest }) => newest !== null);
  const contentOf = ({ newest }: KnownDocument) => book.content(newest!.contentHash);

  function put(docId: string, document: TownDocument): void {
    book.addContent(document);
    // Under a name instead of an id, what is sent again after others came would become another document.
    if (book.get(docId)!.named === 'by-filename' || random() > 0.4) {
      actions.push({ kind: 'put', docId, document });
      return;
    }
    const keyed = { docId, document, key: `${prefix}-${docId}-${actions.length}` };
    book.addKeyed(keyed);
    actions.push({ kind: 'put', ...keyed });
  }

  /** A question about the document must find the town that it was about before. */
  const isSameTown = ({ docId, document }: { docId: string; document: TownDocument }) => {
    const { newest } = book.get(docId)!;
    return newest === null || book.content(newest.contentHash).town === document.town;
  };

  function add(number: number): void {
    const docId = `${prefix}-${number}`;
    book.add(docId, { named: random() < 0.5 ? 'by-id' : 'by-filename', isPinned: false });
    const copied = random() < 0.15 ? present[below(present.length)] : undefined;
    put(docId, copied ? contentOf(copied) : towns.next());
  }

  /** Other content under the same file name would become another document, so that those are only deleted. */
  function touch(document: KnownDocument): void {
    const { docId, named } = document;
    const isFull = present.length > DOCUMENTS_MAX;
    if (named === 'by-filename' || random() < (isFull ? 0.7 : 0.2)) actions.push({ kind: 'delete', docId });
    else put(docId, towns.anew(contentOf(document).town));
  }

  const room = Math.max(1, Math.min(ADDED_MAX, DOCUMENTS_MAX - present.length));
  for (let number = below(room) + 1; number > 0; number -= 1) add(number);
  for (const document of drawn(present, TOUCHED_MAX, random)) touch(document);
  for (const document of present.filter(({ isGivenUp }) => isGivenUp)) {
    if (random() < 0.5) actions.push({ kind: 'retry', docId: document.docId });
    else put(document.docId, contentOf(document));
  }
  for (const { docId } of drawn(present, RETRIED_MAX, random)) actions.push({ kind: 'retry', docId });
  if (random() < 0.3)
    for (const document of drawn(present, 1, random)) put(document.docId, contentOf(document));
  const gone = known.filter(({ newest }) => newest === null);
  if (random() < 0.3) for (const { docId } of drawn(gone, 1, random)) put(docId, towns.next());
  const keyed = book.lastKeyed(KEYED_AGAIN_MAX).filter(isSameTown);
  for (const again of drawn(keyed, KEYED_AGAIN_MAX, random)) actions.push({ kind: 'put', ...again });
  for (const { docId } of drawn(present, ASKED_MAX, random)) actions.push({ kind: 'ask', docId });
  return actions;
}

/** Questions whose answers are held, decisions, some by two reviewers at once, and feedback, some of it sent again. */
function curationActions({ book, curation, towns, random, prefix }: PlanParts): Timeless<Action>[] {
  const { questions, entries, entryIds, feedback } = curation;
  const actions: Timeless<Action>[] = [];
  const putPinned = (docId: string, document: TownDocument) => {
    book.addContent(document);
    actions.push({ kind: 'put', docId, document });
  };

  if (questions.size < QUESTIONS_MAX && random() < 0.5) {
    const [one, other] = [towns.short(), towns.short()];
    const docIds = [`${prefix}-a`, `${prefix}-b`] as const;
    const pair = [one.town, other.town] as const;
    const question = questionAboutBoth(pair);
    questions.set(question, { question, towns: pair, docIds, documents: [one, other] });
    for (const docId of docIds) book.add(docId, { named: 'by-id', isPinned: true });
  }
  for (const { docIds, documents } of questions.values()) {
    for (const [i, docId] of docIds.entries()) {
      const known = book.get(docId)!;
      if (known.newest === null || known.isGivenUp) putPinned(docId, documents[i]!);
    }
  }
  const settled = [...questions.values()].filter(({ docIds }) =>
    docIds.every((docId) => book.get(docId)!.answering !== null),
  );
  // What an answer rests on is replaced: it is stale, whether it waits or was approved.
  if (random() < 0.5) {
    for (const { docIds, documents, towns: pair } of drawn(settled, CHANGED_MAX, random)) {
      const i = random() < 0.5 ? 0 : 1;
      documents[i] = towns.shortAnew(pair[i]);
      putPinned(docIds[i], documents[i]);
    }
  }
  const ready = [...questions.values()].filter(({ docIds }) =>
    docIds.every((docId) => book.get(docId)!.answering !== null),
  );
  for (const { question } of drawn(ready, HELD_MAX, random)) actions.push({ kind: 'hold', question });

  const pending = entries.ids().filter((question) => {
    const mayBePending = entries.possible(question).some(({ status }) => status === 'pending');
    return mayBePending && entryIds.has(question);
  });
  for (const [i, question] of drawn(pending, DECIDED_MAX, random).entries()) {
    const answer = `Reviewers settled it as case ${prefix}x${i}.`;
    const decisions =
      random() < 0.3 ? (['approve', 'reject'] as const) : ([random() < 0.7 ? 'approve' : 'reject'] as const);
    for (const decision of decisions) actions.push({ kind: 'decide', question, decision, answer });
  }

  for (let i = Math.floor(random() * (GIVEN_MAX + 1)); i > 0; i -= 1) {
    const rating = random() < 0.5 ? 'up' : 'down';
    const given = { reason: `${prefix} reason ${i}`, rating, isKeyed: random() < 0.5 } as const;
    feedback.set(given.reason, given);
    actions.push({ kind: 'give', feedback: given });
  }
  const keyed = [...feedback.values()].filter(({ isKeyed }) => isKeyed);
  for (const again of drawn(keyed.slice(-GIVEN_MAX), 1, random))
    actions.push({ kind: 'give', feedback: again });
  return actions;
}

/** Up to `countMax` of `items`, perhaps one of them several times. */
function drawn<T>(items: readonly T[], countMax: number, random: () => number): T[] {
  if (items.length === 0) return [];
  const count = Math.floor(random() * (countMax + 1));
  return Array.from({ length: count }, () => items[Math.floor(random() * items.length)]!);
}
