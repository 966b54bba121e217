import type { Client, ListedDocument } from './check.ts';
import type { CurationBook } from './curation-book.ts';
import type { EntryState } from './curation-model.ts';

/** How the ids of documents begin that are approved answers. */
export const REVIEWED = 'answer-';

const DECISION_TIMEOUT_MS = 10_000;
const POLL_MS = 50;
const REJECTED_ASKED_MAX = 2;

interface PendingEntry {
  readonly entry_id: string;
  readonly question: string;
  readonly asked: number;
  readonly stale: boolean;
}

/** Holds queue, approved answers and feedback against the book. @returns What is wrong, in words. */
export async function checkCuration(parts: {
  client: Client;
  curation: CurationBook;
  waitUntilSettled: (client: Client) => Promise<ListedDocument[]>;
}): Promise<string[]> {
  const { client, curation } = parts;
  return [...(await faultsOfReview(parts)), ...(await faultsOfFeedback(client, curation))];
}

async function faultsOfReview(parts: Parameters<typeof checkCuration>[0]): Promise<string[]> {
  const { client, curation, waitUntilSettled } = parts;
  const { entries, entryIds } = curation;
  const wrong: string[] = [];
  const pending = await everyPage<PendingEntry>(client, '/api/v1/review/pending', 'pending');
  const byQuestion = new Map(pending.map((entry) => [entry.question, entry]));
  if (byQuestion.size !== pending.length) wrong.push('a question is pending twice');
  for (const { question, entry_id, stale } of pending) {
    if (!entries.ids().includes(question)) wrong.push(`"${question}" is pending, and was never asked`);
    if (stale) wrong.push(`"${question}" is stale, though nothing of it has changed`);
    const known = entryIds.get(question) ?? entry_id;
    if (known !== entry_id) wrong.push(`"${question}" was ${known}, and is ${entry_id}`);
    entryIds.set(question, known);
  }

  const reviewed = new Set<string>();
  for (const question of entries.ids()) {
    const entry = byQuestion.get(question);
    if (entry) {
      const { asked } = entry;
      wrong.push(
        ...saw(
          entries.see(
            question,
            `pending, asked ${asked}`,
            (state) => state.status === 'pending' && state.asked === asked,
          ),
        ),
      );
      continue;
    }
    const docId = REVIEWED + entryIds.get(question);
    const mayBeApproved = entries.outcomes(question).some(({ status }) => status === 'approved');
    const isApproved = mayBeApproved && (await appears(docId, () => waitUntilSettled(client)));
    if (!isApproved) {
      const isHidden = ({ status }: EntryState) => status === 'absent' || status === 'rejected';
      wrong.push(...saw(entries.see(question, 'neither pending nor approved', isHidden)));
      continue;
    }
    reviewed.add(docId);
    const { answer, sources, meta } = await client.ask(question, { conversation_id: `check-${docId}` });
    const seen = `approved (${docId}), and answered: ${answer}`;
    wrong.push(
      ...saw(
        entries.see(question, seen, (state) => state.status === 'approved' && answer.includes(state.answer)),
      ),
    );
    if (meta.review_entry_id !== null) wrong.push(`"${question}" is approved, and held again`);
    if (sources.filter((source) => source.doc_id === docId).length !== 1) {
      wrong.push(`"${question}" is approved, but cites ${sources.map(({ doc_id }) => doc_id)}`);
    }
  }
  const listed = await waitUntilSettled(client);
  for (const { doc_id, source, status } of listed.filter((document) => document.source.kind === 'review')) {
    if (!reviewed.has(doc_id) || status !== 'done') wrong.push(`${doc_id} is a ${source.kind} and ${status}`);
  }
  wrong.push(...(await faultsOfRejected(client, curation)));
  return wrong;
}

/** Whether the document comes to be there: a decision that a kill has interrupted is carried out after the start. */
async function appears(docId: string, list: () => Promise<ListedDocument[]>): Promise<boolean> {
  const deadline = performance.now() + DECISION_TIMEOUT_MS;
  do {
    const found = (await list()).find((document) => document.doc_id === docId);
    if (found?.status === 'done') return true;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  } while (performance.now() < deadline);
  return false;
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
    wrong.push(...saw(records.see(reason, `there ${count} times`, (state) => state === count)));
  }
  return wrong;
}

function saw(fault: string | undefined): string[] {
  return fault === undefined ? [] : [fault];
}

async function everyPage<Item>(client: Client, path: string, name: string): Promise<Item[]> {
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
