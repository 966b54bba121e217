import type { Passage } from '../retrieval/passage.ts';
import { countedShare, expectedTokens, hasAskedForm, lexicalCue } from './expected-answer.ts';
import type { AnalysedPassage } from './passage-analysis.ts';
import type { QuestionWords } from './question-words.ts';
import { subjectCoverage, type WordMatcher } from './word-match.ts';

/**
 * What is looked at in a sentence, and what it weighs: a linear ranker (softmax over the sentences of the five best
 * passages), fitted by `quality/sentence-weights.ts`. All shares lie in 0…1 and are weighted by idf. Since it is fitted so,
 * e to the power of a score is proportional to the probability that the sentence holds the answer.
 */
export const FEATURE_WEIGHTS = {
  /** Of the question's words, in the sentence, weighted also by how few of the candidate sentences have the word. */
  lsoft: 2.14,
  /** In the sentence, its neighbours and the headings. */
  win: 3,
  /** In the passage and its headings. */
  pcov: 2.17,
  /** Of the words that name nothing: what is asked about the names. */
  relation: 1.53,
  /** The same in the passage down to the sentence, or in the headings. */
  relation_before: 0.41,
  /** Of the names, there: who `he` and `the company` are. ½ where the question has none. */
  names_before: 1.76,
  /** Of neighbouring pairs, standing within 3 tokens, in the question's order. */
  bigram: 0.28,
  /** In the best 12 tokens. */
  prox: 1.57,
  /** Around the word that may be the answer. */
  typeprox: 0.94,
  /** Score of the passage less that of the best one: 0 or below. */
  passage: 1.83,
  /** The same of its embedding's cosine with the question. */
  dense: 0.82,
  /** 1 when nothing in the sentence can be the answer by its kind. */
  notype: -0.59,
  /** 1 when something in it surely is of the kind. */
  type_number: 1.38,
  type_time: 2.22,
  type_place: 1.76,
  type_person: 0.88,
  /** 1 when it has a percentage, money or a duration where one is asked for; a year; what names something. */
  form_unit: 3.92,
  form_year: 2.16,
  form_name: 1.21,
  /** Of the words that name what is to be counted, standing by a number. */
  counted: 2.02,
  type_reason: 1.14,
  type_definition: 0.73,
} as const;

export type SentenceFeatures = Record<keyof typeof FEATURE_WEIGHTS, number>;

const PAIR_TOKENS_MAX = 3;
const PROXIMITY_TOKENS = 12;
/** How fast a word loses worth with its distance in tokens from the possible answer. */
const DISTANCE_DAMPING = 0.15;

export interface CandidateSentence {
  /** Rank of its passage, from 0, and its position there. */
  readonly passage: number;
  readonly sentence: number;
  readonly features: SentenceFeatures;
  readonly score: number;
}

/**
 * Scores every sentence of the passages that is no introduction. To a sentence right behind a question, a heading or
 * the opening of a list their words count as its own: it says something about them. So do the words that the whole
 * document is about.
 *
 * @param passages Best first, with their analyses.
 * @returns In reading order; empty when the question has no content word.
 */
export function scoreSentences(
  question: QuestionWords,
  passages: readonly { readonly passage: Passage; readonly analysis: AnalysedPassage }[],
  match: WordMatcher,
): CandidateSentence[] {
  const weights = Float64Array.from(question.words, ({ weight }) => weight);
  const total = sum(weights);
  if (total === 0) return [];
  const found = passages.map(({ passage, analysis }) =>
    findWords(analysis, subjectCoverage(question.words, passage, match), match),
  );
  const rarity = localWeights(weights, found);
  const rarityTotal = sum(rarity);
  const relations = weights.map((weight, word) => (question.words[word]!.isName ? 0 : weight));
  const relationsTotal = sum(relations);
  const names = weights.map((weight, word) => weight - relations[word]!);
  const namesTotal = total - relationsTotal;
  const bestScore = Math.max(...passages.map(({ passage }) => passage.score));
  const bestDense = Math.max(...passages.map(({ passage }) => passage.dense));
  const candidates: CandidateSentence[] = [];

  for (const [p, { passage, analysis }] of passages.entries()) {
    const { heading, sentences: covered, whole, hits, subject } = found[p]!;
    const unsaid = weights.map((weight, word) => weight * (1 - subject[word]!));
    const everywhere = (total - sum(unsaid)) / total;
    const pcov = share(union(whole, heading), weights, total);
    let before: Float64Array = heading;
    for (const [s, sentence] of analysis.sentences.entries()) {
      before = union(before, covered[s]!);
      if (sentence.isIntroduction) continue;
      const isIntroduced = sentence.introducedFrom < sentence.firstToken;
      const head = sentence.head === null ? undefined : analysis.sentences[sentence.head];
      const own = union(covered[s]!, isIntroduced ? covered[s - 1] : undefined, covered[sentence.head ?? s]);
      const known = union(own, before);
      const around = union(own, heading, covered[s - 1], covered[s + 1]);
      const ownHits = hits.filter(
        ({ token }) =>
          (token >= sentence.introducedFrom && token < sentence.endToken) ||
          (head && token >= head.firstToken && token < head.endToken),
      );
      const hasForm = hasAskedForm(question, analysis, sentence, { text: passage.text, match });
      const expected = expectedTokens(question, analysis, sentence, match);
      const features: SentenceFeatures = {
        lsoft: rarityTotal > 0 ? share(own, rarity, rarityTotal) : 0,
        win: share(around, weights, total),
        pcov,
        relation: relationsTotal > 0 ? share(own, relations, relationsTotal) : 0,
        relation_before: relationsTotal > 0 ? share(known, relations, relationsTotal) : 0,
        names_before: namesTotal > 0 ? share(known, names, namesTotal) : 0.5,
        bigram: pairShare(question, ownHits, weights),
        prox: windowShare(ownHits, unsaid, total) + everywhere,
        typeprox:
          expected.tokens.length > 0 ? nearness(expected.tokens, ownHits, unsaid, total) + everywhere : 0,
        passage: passage.score - bestScore,
        dense: passage.dense - bestDense,
        notype: expected.isMissing ? 1 : 0,
        type_number: question.type === 'number' && expected.isSure ? 1 : 0,
        type_time: question.type === 'time' && expected.isSure ? 1 : 0,
        type_place: question.type === 'place' && expected.isSure ? 1 : 0,
        counted: countedShare(question, analysis, sentence, match),
        type_person: question.type === 'person' && expected.isSure ? 1 : 0,
        form_unit: hasForm && question.form !== 'year' && question.form !== 'name' ? 1 : 0,
        form_year: hasForm && question.form === 'year' ? 1 : 0,
        form_name: hasForm && question.form === 'name' ? 1 : 0,
        type_reason: lexicalCue(question, 'reason', passage.text, sentence) ? 1 : 0,
        type_definition: lexicalCue(question, 'definition', passage.text, sentence) ? 1 : 0,
      };
      candidates.push({ passage: p, sentence: s, features, score: weightedSum(features) });
    }
  }
  return candidates;
}

interface Hit {
  readonly token: number;
  readonly word: number;
  readonly factor: number;
}

/** Where the question's words stand in a passage, and its `subject` everywhere; coverage arrays hold the best factor of each. */
function findWords(analysis: AnalysedPassage, subject: Float64Array, match: WordMatcher) {
  const hits: Hit[] = [];
  for (let token = 0; token < analysis.terms.length; token++) {
    for (const { word, factor } of match(analysis.terms[token]!)) hits.push({ token, word, factor });
  }
  const heading = new Float64Array(subject.length);
  for (const term of analysis.heading) {
    for (const { word, factor } of match(term)) heading[word] = Math.max(heading[word]!, factor);
  }
  const whole = Float64Array.from(subject);
  const sentences: Float64Array[] = [];
  let next = 0;
  for (const { endToken } of analysis.sentences) {
    const covered = Float64Array.from(subject);
    for (; next < hits.length && hits[next]!.token < endToken; next++) {
      const { word, factor } = hits[next]!;
      covered[word] = Math.max(covered[word]!, factor);
      whole[word] = Math.max(whole[word]!, factor);
    }
    sentences.push(covered);
  }
  return { hits, heading, whole, sentences, subject };
}

/** Question weights times how rare a word is among the candidate sentences; 0 for a word that none of them has. */
function localWeights(weights: Float64Array, found: readonly { sentences: readonly Float64Array[] }[]) {
  const sentences = found.flatMap(({ sentences }) => sentences);
  return weights.map((weight, word) => {
    const having = sentences.filter((covered) => covered[word]! > 0).length;
    return having === 0 ? 0 : weight * Math.log(1 + (sentences.length - having + 0.5) / (having + 0.5));
  });
}

function pairShare(question: QuestionWords, hits: readonly Hit[], weights: Float64Array): number {
  let all = 0;
  let together = 0;
  for (const [first, second] of question.pairs) {
    const weight = weights[first]! + weights[second]!;
    all += weight;
    const isTogether = hits.some(
      (a) =>
        a.word === first &&
        hits.some((b) => b.word === second && b.token > a.token && b.token - a.token <= PAIR_TOKENS_MAX),
    );
    if (isTogether) together += weight;
  }
  return all > 0 ? together / all : 0;
}

function windowShare(hits: readonly Hit[], weights: Float64Array, total: number): number {
  let best = 0;
  for (let first = 0; first < hits.length; first++) {
    const seen = new Set<number>();
    let inside = 0;
    for (let i = first; i < hits.length && hits[i]!.token < hits[first]!.token + PROXIMITY_TOKENS; i++) {
      const { word } = hits[i]!;
      if (!seen.has(word)) inside += weights[word]!;
      seen.add(word);
    }
    best = Math.max(best, inside);
  }
  return best / total;
}

/** How many of the question's words stand how near to the likeliest answer: the best of the possible ones. */
function nearness(
  answers: readonly number[],
  hits: readonly Hit[],
  weights: Float64Array,
  total: number,
): number {
  let best = 0;
  for (const answer of answers) {
    const near = new Float64Array(weights.length);
    for (const { token, word, factor } of hits) {
      const worth = (weights[word]! * factor) / (1 + DISTANCE_DAMPING * Math.abs(token - answer));
      near[word] = Math.max(near[word]!, worth);
    }
    best = Math.max(best, sum(near));
  }
  return best / total;
}

function union(...coverages: readonly (Float64Array | undefined)[]): Float64Array {
  const all = Float64Array.from(coverages[0]!);
  for (const coverage of coverages) {
    if (coverage)
      for (let word = 0; word < all.length; word++) all[word] = Math.max(all[word]!, coverage[word]!);
  }
  return all;
}

function share(covered: Float64Array, weights: Float64Array, total: number): number {
  let sharedWeight = 0;
  for (let word = 0; word < weights.length; word++) sharedWeight += covered[word]! * weights[word]!;
  return sharedWeight / total;
}

const FEATURES = Object.keys(FEATURE_WEIGHTS) as (keyof SentenceFeatures)[];

function weightedSum(features: SentenceFeatures): number {
  let score = 0;
  for (const name of FEATURES) score += FEATURE_WEIGHTS[name] * features[name];
  return score;
}

function sum(values: Float64Array): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
