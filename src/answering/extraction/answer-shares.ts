import type { AnswerShares } from '../../retrieval/reranking/answer-shares.ts';
import { askQuestion } from '../question/asked-question.ts';
import { isBroadQuestion } from '../question/broad-question.ts';
import { type PassageAnalyzer, withShortForms } from './passage-analysis.ts';
import { scoreSentences } from './sentence-scores.ts';

/**
 * How probably the answer is in each passage: the probabilities of its sentences together, as those that are quoted are
 * chosen by them. Nothing tells of a broad question, which no single one of them answers.
 */
export function createAnswerShares(analyse: PassageAnalyzer): AnswerShares {
  return ({ text, spellings, shortForms }, passages, corpus) => {
    if (isBroadQuestion(text)) return passages.map(() => 0);
    const language = passages[0]?.language ?? null;
    const { words, match } = askQuestion(text, { language, carried: [], corpus, spellings });
    const analyseAll = withShortForms(analyse, shortForms);
    const read = passages.map((passage) => ({ passage, analysis: analyseAll(passage) }));
    const sentences = scoreSentences(words, read, match);
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
