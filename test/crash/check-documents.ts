import { inParallel } from '../../src/concurrency/in-parallel.ts';
import type { DocumentStatus } from '../../src/http/schemas/ingest.ts';
import type { Client } from './check.ts';
import { REVIEWED } from './check-curation.ts';
import type { DocumentBook } from './document-book.ts';
import { askAbout } from './driver.ts';
import { yearsStated } from './town-documents.ts';

const ASKED_AT_ONCE = 4;
/** A job that was begun this often by a process that died is given up: it may be what kills it. */
export const KILLS_UNTIL_GIVEN_UP = 3;
const GONE_ASKED_MAX = 3;
const PINNED_ASKED_MAX = 4;

/**
 * Holds everything the service shows of its documents against the book.
 *
 * @param parts.kills How often the process was killed since all ingests had last come to their end.
 * @param parts.chunkCounts Chunks by content hash, as they were first seen.
 * @returns What is wrong, in words; nothing when all is well.
 */
export async function checkDocuments(parts: {
  client: Client;
  /** All that are listed, approved answers left out. */
  listed: readonly DocumentStatus[];
  book: DocumentBook;
  kills: number;
  chunkCounts: Map<string, number>;
}): Promise<string[]> {
  const { client, listed, book } = parts;
  const byId = new Map(listed.map((document) => [document.doc_id, document]));
  const wrong: string[] = [];
  if (byId.size !== listed.length) wrong.push('a document is listed twice');
  for (const { doc_id } of listed) if (!book.get(doc_id)) wrong.push(`${doc_id} was never sent`);

  for (const { docId, isGivenUp } of book.all()) {
    const document = byId.get(docId);
    const seen = document ? { version: document.version, contentHash: document.content_hash! } : null;
    const fault = book.see(docId, seen);
    if (fault) wrong.push(fault);
    if (!document) book.settle(docId, { answering: null, isGivenUp: false });
    else wrong.push(...faultsOfStatus(document, { isGivenUp, ...parts }));
  }
  if (wrong.length > 0) return wrong;
  for (const { doc_id, duplicate_of, content_hash } of listed) {
    const twin = duplicate_of === null ? undefined : book.get(duplicate_of);
    if (duplicate_of !== null && twin?.answering !== content_hash) {
      wrong.push(`${doc_id} is skipped for ${duplicate_of}, which does not answer from its content`);
    }
  }
  wrong.push(...(await faultsOfAnswers(client, book)));
  return wrong;
}

/** Judges how an ingest ended, and notes in the book what the document answers from since. */
function faultsOfStatus(
  document: DocumentStatus,
  parts: {
    book: DocumentBook;
    kills: number;
    isGivenUp: boolean;
    chunkCounts: Map<string, number>;
  },
): string[] {
  const { book, kills, chunkCounts } = parts;
  const { doc_id: docId, status, content_hash, chunks } = document;
  const contentHash = content_hash!;
  switch (status) {
    case 'done': {
      book.settle(docId, { answering: contentHash, isGivenUp: false });
      const known = chunkCounts.get(contentHash) ?? chunks;
      chunkCounts.set(contentHash, known);
      return chunks === known && chunks > 0 ? [] : [`${docId} has ${chunks} chunks instead of ${known}`];
    }
    case 'skipped': {
      const isItself = document.duplicate_of === docId;
      book.settle(docId, { answering: isItself ? contentHash : null, isGivenUp: false });
      return [];
    }
    case 'failed': {
      const isGivenUp = parts.isGivenUp || kills >= KILLS_UNTIL_GIVEN_UP;
      // It may answer from the version before; nothing is asked of it until it was sent again.
      book.settle(docId, { answering: null, isGivenUp });
      return isGivenUp ? [] : [`${docId} failed after ${kills} kills: ${document.error?.message}`];
    }
    default:
      return [`${docId} is ${status}`];
  }
}

/** Everything that answers is cited for its fact, once; nothing that was replaced or deleted is. */
async function faultsOfAnswers(client: Client, book: DocumentBook): Promise<string[]> {
  const wrong: string[] = [];
  const all = book.all().filter((known) => known.answering !== null);
  const pinned = all.filter(({ isPinned }) => isPinned).slice(-PINNED_ASKED_MAX);
  const answering = [...all.filter(({ isPinned }) => !isPinned), ...pinned];
  const answers = (docId: string) => {
    if (docId.startsWith(REVIEWED)) return true;
    const known = book.get(docId);
    return known !== undefined && (known.answering !== null || known.isGivenUp);
  };
  const contents = new Set(answering.map((known) => known.answering!));
  const questions = [...contents].map((contentHash) => {
    const content = book.content(contentHash);
    const holders = answering.filter((known) => known.answering === contentHash).map(({ docId }) => docId);
    // Where documents contradict each other, or reviewed answers say the same, each is asked for itself.
    const isAlone =
      !book.get(holders[0]!)!.isPinned &&
      ![...contents].some((o) => o !== contentHash && book.content(o).town === content.town);
    return { ...content, holders, isAlone };
  });
  await inParallel(questions, ASKED_AT_ONCE, async ({ town, year, holders, isAlone }) => {
    const filter = isAlone ? {} : { filter: { doc_ids: holders } };
    const reply = await askAbout(client, town, { conversation_id: `check-${town}-${year}`, ...filter });
    const stating = reply.sources.flatMap(({ doc_id, snippet }) =>
      yearsStated(snippet, town).map((stated) => ({ doc_id, stated })),
    );
    const right = stating.filter(({ doc_id, stated }) => stated === year && holders.includes(doc_id));
    const absent = reply.sources.filter(({ doc_id }) => !answers(doc_id)).map(({ doc_id }) => doc_id);
    if (absent.length > 0) wrong.push(`${absent} is cited for ${town}, but does not answer`);
    const isRight = right.length === 1 || (holders.length > 1 && right.length > 1);
    if (!isRight || right.length !== stating.length || !reply.answer.includes(year)) {
      wrong.push(
        `${holders} should be cited once for ${town} ${year}, not ${JSON.stringify(stating)}: ${reply.answer}`,
      );
    }
  });
  const towns = new Set(all.map((known) => book.content(known.answering!).town));
  const gone = book.lastGone(GONE_ASKED_MAX).filter(({ town }) => !towns.has(town));
  await inParallel(gone, ASKED_AT_ONCE, async ({ docId, town }) => {
    const reply = await askAbout(client, town, { conversation_id: `check-gone-${docId}` });
    const stated = reply.sources.flatMap(({ snippet }) => yearsStated(snippet, town));
    if (stated.length > 0) wrong.push(`${docId} is gone, but answers: ${reply.answer}`);
  });
  return wrong;
}
