import type { AnswerShares } from '../retrieval/answer-shares.ts';
import type { PassageAnalyzer } from './passage-analysis.ts';
import { questionWords } from './question-words.ts';
import { scoreSentences } from './sentence-features.ts';
import { createWordMatcher } from './word-match.ts';

/**
 * How probably the answer is in each passage: the probabilities of its sentences together, as those that are quoted are
 * chosen by them.
 */
export function createAnswerShares(analyse: PassageAnalyzer): AnswerShares {
  return ({ text, spellings }, passages, corpus) => {
    const language = passages[0]?.language ?? null;
    const asked = questionWords(text, { language, carried: [], corpus, spellings });
    const read = passages.map((passage) => ({ passage, analysis: analyse(passage) }));
    const sentences = scoreSentences(asked, read, createWordMatcher(asked.words));
    const best = sentences.reduce((highest, { score }) => Math.max(highest, score), Number.NEGATIVE_INFINITY);
    const shares = passages.map(() => 0);
    let total = 0;
    for (const { passage, score } of sentences) {
      const power = Math.exp(score - best);
      shares[passage]! += power;
      total += power;
    }
    return total === 0 ? shares : shares.map((share) => share / total);
  };
}
