import type { AnswerShares } from '../../retrieval/reranking/answer-shares.ts';
import { askQuestion } from './asked-question.ts';
import { type PassageAnalyzer, type ReadPassage, withShortForms } from './passage-analysis.ts';
import { scoreSentences } from './sentence-scores.ts';

/**
 * The best passages, whose sentences are searched for the answer: 5 gain less, 20 no more. But a definition is looked for
 * in all: where a term is used often, others have it more often than the one that says what it is.
 */
const WEIGHED = 10;

/**
 * The probability that each passage holds the answer: the sum over its sentences of the probabilities by which
 * quotations are chosen.
 */
export function createAnswerShares(analyse: PassageAnalyzer): AnswerShares {
  return ({ text, spellings, shortForms, variants }, ranked, corpus) => {
    const language = ranked[0]?.language ?? null;
    const { words, match } = askQuestion(text, { language, carried: [], corpus, spellings, variants });
    const passages = words.type === 'definition' ? ranked : ranked.slice(0, WEIGHED);
    const shares = new Float64Array(passages.length);
    const analyseAll = withShortForms(analyse, shortForms);
    const read: ReadPassage[] = [];
    for (const passage of passages) read.push({ passage, analysis: analyseAll(passage) });
    const sentences = scoreSentences(words, read, match);
    let best = Number.NEGATIVE_INFINITY;
    for (const { score } of sentences) best = Math.max(best, score);
    let total = 0;
    for (const { passage, score } of sentences) {
      const power = Math.exp(score - best);
      shares[passage]! += power;
      total += power;
    }
    if (total > 0) for (let p = 0; p < shares.length; p++) shares[p]! /= total;
    return [...shares];
  };
}
