import { type Coverage, noCoverage, share, sum, union } from './coverage.ts';
import { expectedTokens } from './expected-answer.ts';
import type { AnalysedPassage } from './passage-analysis.ts';
import type { QuestionWords } from './question-words.ts';
import { earlyShare, findWords } from './word-hits.ts';
import type { WordMatcher } from './word-match.ts';

/**
 * The features of a sentence and their weights: a linear ranker (softmax over the sentences of the five best passages).
 * All shares are in 0…1 and weighted by idf. Due to the softmax, e to the power of a score is proportional to the
 * probability that the sentence holds the answer. How they were fitted: `docs/evaluation/quality-log.md`.
 */
export const FEATURE_WEIGHTS = {
  /** Share of the question's words in the sentence, also weighted by how few candidate sentences have the word. */
  lsoft: 2.46,
  /** Share in the sentence, its neighbours and the headings. */
  win: 2.78,
  /** Share in the passage and its headings. */
  pcov: 1.36,
  /** Share, in the sentence, of the words that are not names: what is asked about the names. */
  relation: 1.38,
  /** The same in the passage up to the sentence, or in the headings. */
  relation_before: 0.58,
  /** Share of the names there: they tell who `he` and `the company` are. ½ when the question has none. */
  names_before: 1.62,
  /** Share in the sentence; early words count most. */
  early: 2.31,
  /** Score of the passage minus that of the best one: ≤ 0. */
  passage: 2.23,
  /** 1 when no token of the sentence is of the kind asked for. */
  notype: -0.54,
  /** 1 when a token surely is of that kind. */
  type_number: 1.58,
  type_time: 2.27,
  type_place: 1.61,
  type_person: 1.11,
} as const;

/** Features of one sentence, in the order of `FEATURE_WEIGHTS`. */
export type SentenceFeatures = readonly number[];

/** Index of each feature. */
export const FEATURE = Object.fromEntries(
  Object.keys(FEATURE_WEIGHTS).map((name, at) => [name, at]),
) as Readonly<Record<keyof typeof FEATURE_WEIGHTS, number>>;

/** A feature that is never computed makes the score NaN, so that the mistake shows. */
const NOT_COMPUTED: SentenceFeatures = Object.keys(FEATURE_WEIGHTS).map(() => Number.NaN);

/** What a question finds in a passage, independent of the other passages. */
export interface ReadForQuestion {
  /** Its sentences that are not introductions, in reading order. */
  readonly candidates: readonly {
    readonly sentence: number;
    /** All but those that depend on other passages: `lsoft` and `passage`. */
    readonly features: SentenceFeatures;
    /** Coverage of the question's words. */
    readonly covered: Coverage;
  }[];
  /** Number of sentences, and how many of them have each of the question's words. */
  readonly sentences: number;
  readonly having: readonly number[];
}

/**
 * Computes the features of every sentence of a passage that may answer. Introductions are left out, except headings with
 * a date, which may say when. A sentence right after a question, a heading or an introduction to a list also counts
 * their words as its own, since it is about them.
 */
export function readForQuestion(
  asked: ScoredQuestion,
  analysis: AnalysedPassage,
  match: WordMatcher,
): ReadForQuestion {
  const { question, weights, total, relations, relationsTotal, names, namesTotal, none } = asked;
  const found = findWords(analysis, match, none);
  const { heading, covered } = found;
  const pcov = share(found.whole, weights, total);
  const candidates = [];
  let before = heading;
  for (const [s, sentence] of analysis.sentences.entries()) {
    before = union(before, covered[s]);
    if (sentence.isIntroduction && !(sentence.isDated && question.type === 'time')) continue;
    const isIntroduced = sentence.introducedFrom < sentence.firstToken;
    const previous = s > 0 ? covered[s - 1] : undefined;
    const next = s + 1 < covered.length ? covered[s + 1] : undefined;
    const own = union(covered[s]!, isIntroduced ? previous : undefined);
    const known = union(own, before);
    const around = union(own, heading, previous, next);
    const expected = expectedTokens(question, analysis, sentence, match);
    const features = NOT_COMPUTED.slice();
    features[FEATURE.win] = share(around, weights, total);
    features[FEATURE.pcov] = pcov;
    features[FEATURE.relation] = relationsTotal > 0 ? share(own, relations, relationsTotal) : 0;
    features[FEATURE.relation_before] = relationsTotal > 0 ? share(known, relations, relationsTotal) : 0;
    features[FEATURE.names_before] = namesTotal > 0 ? share(known, names, namesTotal) : 0.5;
    features[FEATURE.early] = earlyShare(found.hits[s]!, sentence.firstToken, weights, total);
    features[FEATURE.notype] = expected.isMissing ? 1 : 0;
    features[FEATURE.type_number] = question.type === 'number' && expected.isSure ? 1 : 0;
    features[FEATURE.type_time] = question.type === 'time' && expected.isSure ? 1 : 0;
    features[FEATURE.type_place] = question.type === 'place' && expected.isSure ? 1 : 0;
    features[FEATURE.type_person] = question.type === 'person' && expected.isSure ? 1 : 0;
    candidates.push({ sentence: s, features, covered: own });
  }
  return { candidates, sentences: covered.length, having: found.having };
}

/** A question with different weightings of its words; one value per word. */
export interface ScoredQuestion {
  readonly question: QuestionWords;
  readonly weights: readonly number[];
  readonly total: number;
  /** Weights of the words that are not names; 0 for names. */
  readonly relations: readonly number[];
  readonly relationsTotal: number;
  /** Weights of the names; 0 for other words. */
  readonly names: readonly number[];
  readonly namesTotal: number;
  /** The empty coverage. */
  readonly none: Coverage;
}

export function scoreQuestion(question: QuestionWords): ScoredQuestion {
  const none = noCoverage(question.words.length);
  const [weights, relations, names] = [none.slice(), none.slice(), none.slice()];
  for (const [word, { weight, isName }] of question.words.entries()) {
    weights[word] = weight;
    (isName ? names : relations)[word] = weight;
  }
  const total = sum(weights);
  const relationsTotal = sum(relations);
  const namesTotal = total - relationsTotal;
  return { question, weights, total, relations, relationsTotal, names, namesTotal, none };
}
