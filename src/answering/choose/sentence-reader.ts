import type { Passage } from '../../retrieval/passage.ts';
import { share, sum } from './coverage.ts';
import type { ReadPassage } from './passage-analysis.ts';
import type { QuestionWords } from './question-words.ts';
import {
  FEATURE,
  FEATURE_WEIGHTS,
  type ReadForQuestion,
  readForQuestion,
  type ScoredQuestion,
  type SentenceFeatures,
  scoreQuestion,
} from './sentence-features.ts';
import { createWordMatcher, type WordMatcher } from './word-match.ts';

export interface CandidateSentence {
  /** Rank of its passage, from 0, and its index there. */
  readonly passage: number;
  readonly sentence: number;
  readonly features: SentenceFeatures;
  readonly score: number;
}

/** The passage and the sentence that a candidate stands for. */
export function sentenceOf(read: readonly ReadPassage[], { passage, sentence }: CandidateSentence) {
  const of = read[passage]!;
  return { ...of, sentence: of.analysis.sentences[sentence]! };
}

/** Reads passages for a question: how well each of their sentences answers it. */
export interface SentenceReader {
  readonly words: QuestionWords;
  readonly match: WordMatcher;
  /**
   * Scores every sentence of the passages that is not an introduction. What is found in a passage is cached: its passages
   * are scored to be ordered, and the best of them again to be quoted.
   *
   * @param passages Best first.
   * @returns In reading order; empty when the question has no content word.
   */
  score(passages: readonly ReadPassage[]): CandidateSentence[];
  /** The same, the best first. */
  rank(passages: readonly ReadPassage[]): CandidateSentence[];
}

/** @param match For a part of a question, that of the whole one. */
export function createSentenceReader(
  words: QuestionWords,
  match = createWordMatcher(words.words),
): SentenceReader {
  const asked = scoreQuestion(words);
  const known: KnownPassages = new WeakMap();
  const score = (passages: readonly ReadPassage[]) => scoreSentences(asked, passages, { match, known });
  return { words, match, score, rank: (passages) => score(passages).sort((a, b) => b.score - a.score) };
}

/** What a question found in passages. */
type KnownPassages = WeakMap<Passage, ReadForQuestion>;

function scoreSentences(
  asked: ScoredQuestion,
  passages: readonly ReadPassage[],
  { match, known: found }: { match: WordMatcher; known: KnownPassages },
): CandidateSentence[] {
  if (asked.total === 0) return [];
  const read: ReadForQuestion[] = [];
  let bestScore = Number.NEGATIVE_INFINITY;
  for (const { passage, analysis } of passages) {
    let known = found.get(passage);
    if (!known) {
      known = readForQuestion(asked, analysis, match);
      found.set(passage, known);
    }
    read.push(known);
    bestScore = Math.max(bestScore, passage.score);
  }
  const rarity = localWeights(asked.weights, read);
  const rarityTotal = sum(rarity);
  const candidates: CandidateSentence[] = [];
  for (const [p, { passage }] of passages.entries()) {
    for (const { sentence, features: own, covered } of read[p]!.candidates) {
      const features = own.slice();
      features[FEATURE.lsoft] = rarityTotal > 0 ? share(covered, rarity, rarityTotal) : 0;
      features[FEATURE.passage] = passage.score - bestScore;
      candidates.push({ passage: p, sentence, features, score: weightedSum(features) });
    }
  }
  return candidates;
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
