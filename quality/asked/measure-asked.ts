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
  return await Array.fromAsync(questions, async (question) => {
    const { id, turns } = question;
    const answer = await ask({ id, text: question.question, earlier: turns, within: null });
    const { meta, related } = answer;
    const shown = meta.refused ? '' : withoutMarkers(answer.text);
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
      refused: meta.refused,
      // Marked as perhaps not what was asked for.
      unsure: meta.unsure ?? false,
      probability: meta.retrieval.bestScore,
      // In the answer, then in the answer and the related passages.
      holdsFacts: shown !== '' && holdsFacts(question, shown),
      holdsGold: shown !== '' && holdsFacts(question, shown) && showsGold(question, shown),
      screenHoldsFacts: holdsFacts(question, screen),
      screenHoldsGold: holdsFacts(question, screen) && showsGold(question, screen),
      words: shown.split(/\s+/).length,
      answer: answer.text,
      answerMs: meta.timingsMs.total,
    };
  });
}

function rankOfGold(question: CollectionQuestion, found: readonly KeyedText[]): number {
  if (!question.answerable) return Number.POSITIVE_INFINITY;
  for (let rank = 1; rank <= found.length; rank++) if (holdsGold(question, found.slice(0, rank))) return rank;
  return Number.POSITIVE_INFINITY;
}

export function withoutMarkers(answer: string): string {
  return answer.replace(/\s*\[\d+\]/g, '');
}
