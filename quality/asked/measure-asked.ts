import type { Answer } from '../../src/answering/answer.ts';
import { createAsking, DEFAULT_THRESHOLD } from '../ask-corpus.ts';
import { type IndexedCorpus, withIndexedCorpus } from '../indexed-corpus.ts';
import type { Collection, CollectionQuestion } from './collection.ts';
import { holdsFacts, holdsGold, type KeyedText, showsGold } from './gold.ts';
import { createWindowSearch } from './windows.ts';

/** Depths at which the gold passage is looked for. */
export const DEPTHS = [1, 3, 5, 10] as const;

/** How one question was answered. */
export type AskedOutcome = Awaited<ReturnType<typeof measureAsked>>[number];

/** Asks all questions of a collection end to end, with the product's settings. */
export function measureAsked(collection: Collection) {
  return withIndexedCorpus(collection.documents, (corpus) => askAll(collection, corpus));
}

async function askAll({ name, documents, questions }: Collection, corpus: IndexedCorpus) {
  const depth = DEPTHS.at(-1)!;
  const ask = createAsking(corpus, { scoreThreshold: DEFAULT_THRESHOLD, depth, asksEarlier: true });
  const searchWindows = createWindowSearch(documents);
  const askWithoutGold = async (question: CollectionQuestion) => {
    const { id, turns, question: text, gold } = question;
    if (!question.answerable || turns.length > 0) return undefined;
    const within = new Set(documents.map(({ key }) => key));
    for (const { doc } of gold) within.delete(doc);
    const asked = { id: `${id} without`, text, earlier: turns, within, isWholeCorpus: true };
    return replyOutcome(question, await ask(asked));
  };
  return await Array.fromAsync(questions, async (question) => {
    const { id, turns } = question;
    const answer = await ask({ id, text: question.question, earlier: turns, within: null });
    const { meta, related } = answer;
    const reply = replyOutcome(question, answer);
    const { shown } = reply;
    const screen = [shown, ...related.map(({ snippet }) => snippet)].join('\n\n');
    const found = answer.retrieved.map(({ docId, text }) => ({ key: corpus.keyOf(docId), text }));
    const windows = searchWindows([...turns, question.question].join(' '), depth);
    return {
      collection: name,
      question,
      // Of the first passages that together hold the gold, from 1; Infinity beyond the tenth.
      rank: rankOfGold(question, found),
      // The same in plain BM25 over windows.
      windowRank: rankOfGold(question, windows),
      ...reply,
      // The same with the documents that hold the gold left out; undefined for follow-ups and where there is no gold.
      withoutGold: await askWithoutGold(question),
      probability: meta.retrieval.bestScore,
      holdsGold: reply.holdsFacts && showsGold(question, shown),
      // In the answer and the related passages.
      screenHoldsFacts: holdsFacts(question, screen),
      screenHoldsGold: holdsFacts(question, screen) && showsGold(question, screen),
      words: shown.split(/\s+/).length,
      answer: answer.text,
      answerMs: meta.timingsMs.total,
    };
  });
}

function replyOutcome(question: CollectionQuestion, { meta, text }: Answer) {
  const shown = meta.refused ? '' : withoutMarkers(text);
  return {
    shown,
    refused: meta.refused,
    // Marked as perhaps not what was asked for.
    unsure: meta.unsure ?? false,
    holdsFacts: question.answerable && shown !== '' && holdsFacts(question, shown),
  };
}

function rankOfGold(question: CollectionQuestion, found: readonly KeyedText[]): number {
  if (!question.answerable) return Number.POSITIVE_INFINITY;
  for (let rank = 1; rank <= found.length; rank++) if (holdsGold(question, found.slice(0, rank))) return rank;
  return Number.POSITIVE_INFINITY;
}

export function withoutMarkers(answer: string): string {
  return answer.replace(/\s*\[\d+\]/g, '');
}
