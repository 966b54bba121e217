import type { Passage } from '../../retrieval/passage.ts';
import { share, sum } from './coverage.ts';
import type { AnalysedPassage } from './passage-analysis.ts';
import type { QuestionWords } from './question-words.ts';
import {
  FEATURE,
  FEATURE_WEIGHTS,
  type ReadForQuestion,
  readForQuestion,
  type SentenceFeatures,
  type WeighedQuestion,
  weighQuestion,
} from './sentence-features.ts';
import type { WordMatcher } from './word-match.ts';

export interface CandidateSentence {
  /** Rank of its passage, from 0, and its index there. */
  readonly passage: number;
  readonly sentence: number;
  readonly features: SentenceFeatures;
  readonly score: number;
}

/**
 * Scores every sentence of the passages that is not an introduction. What a question finds in a passage is cached with
 * the question, as its passages are scored once to be ranked, and the best ones again to be quoted.
 *
 * @param passages Best first, with their analyses.
 * @returns In reading order; empty when the question has no content word.
 */
export function scoreSentences(
  question: QuestionWords,
  passages: readonly { readonly passage: Passage; readonly analysis: AnalysedPassage }[],
  match: WordMatcher,
): CandidateSentence[] {
  const { asked, found } = searchOf(question);
  if (asked.total === 0) return [];
  const read: ReadForQuestion[] = [];
  let bestScore = Number.NEGATIVE_INFINITY;
  let bestDense = Number.NEGATIVE_INFINITY;
  for (const { passage, analysis } of passages) {
    let known = found.get(passage);
    if (known?.analysis !== analysis) {
      known = { analysis, read: readForQuestion(asked, passage, analysis, match) };
      if (found.size >= PASSAGES_MAX) found.clear();
      found.set(passage, known);
    }
    read.push(known.read);
    bestScore = Math.max(bestScore, passage.score);
    bestDense = Math.max(bestDense, passage.dense);
  }
  const rarity = localWeights(asked.weights, read);
  const rarityTotal = sum(rarity);
  const candidates: CandidateSentence[] = [];
  for (const [p, { passage }] of passages.entries()) {
    for (const { sentence, features: own, covered } of read[p]!.candidates) {
      const features = own.slice();
      features[FEATURE.lsoft] = rarityTotal > 0 ? share(covered, rarity, rarityTotal) : 0;
      features[FEATURE.passage] = passage.score - bestScore;
      features[FEATURE.dense] = passage.dense - bestDense;
      candidates.push({ passage: p, sentence, features, score: weightedSum(features) });
    }
  }
  return candidates;
}

/** All sentences that may answer, the best first. */
export function rankSentences(
  question: QuestionWords,
  passages: readonly { readonly passage: Passage; readonly analysis: AnalysedPassage }[],
  match: WordMatcher,
): CandidateSentence[] {
  return scoreSentences(question, passages, match).sort((a, b) => b.score - a.score);
}

/** What a question has found so far. */
interface Search {
  readonly asked: WeighedQuestion;
  readonly found: Map<Passage, { readonly analysis: AnalysedPassage; readonly read: ReadForQuestion }>;
}

/** Most passages cached for one question; repeating it may find others. */
const PASSAGES_MAX = 32;

/**
 * Where a question keeps its search. Not a weak map: V8 frees what one holds only when it collects the whole heap, and
 * copies it there first.
 */
const SEARCH = Symbol('search');

function searchOf(question: QuestionWords & { [SEARCH]?: Search }): Search {
  const known = question[SEARCH];
  // A copy of the question would have another's.
  if (known?.asked.question === question) return known;
  const search = { asked: weighQuestion(question), found: new Map() };
  question[SEARCH] = search;
  return search;
}

/** Question weights times the rarity of a word among the sentences of the passages; 0 for a word that none has. */
function localWeights(weights: readonly number[], read: readonly ReadForQuestion[]): number[] {
  let sentences = 0;
  for (const passage of read) sentences += passage.sentences;
  const local = weights.slice();
  for (let word = 0; word < local.length; word++) {
    let having = 0;
    for (const passage of read) having += passage.having[word]!;
    local[word]! *= having === 0 ? 0 : Math.log(1 + (sentences - having + 0.5) / (having + 0.5));
  }
  return local;
}

const WEIGHTS: readonly number[] = Object.values(FEATURE_WEIGHTS);

function weightedSum(features: SentenceFeatures): number {
  let score = 0;
  for (let f = 0; f < WEIGHTS.length; f++) score += WEIGHTS[f]! * features[f]!;
  return score;
}
