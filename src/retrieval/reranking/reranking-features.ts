import type { CompareParts } from '../../ports/embedding-model.ts';
import type { ParsedQuestion } from '../../question/parsed-question.ts';
import { MarkedTerms } from '../../text/term-marks.ts';
import type { Passage } from '../passage.ts';
import { type AskedWords, askedWords } from './asked-words.ts';
import type { PassageReading } from './passage-reading.ts';
import { bestSentence, bestWindow, HitList, orderShare } from './word-positions.ts';

/** BM25's saturation and length normalisation, as in the index. */
const K1 = 1.2;
const B = 0.6;

/** All lie in 0…1. */
export interface RerankingFeatures {
  /** BM25 of the passage, relative to the best passage. */
  lexical: number;
  /** Cosine with the question in the embedding space, 0 when negative. */
  dense: number;
  /**
   * Cosine of the question with the title and the headings, 0 when negative, times (1 − the largest `window`)². The
   * passage's own cosine where it has no headings or the model compares no parts; 0 in a language it has not learned.
   */
  heading: number;
  /** The same of the nearest sentence; in a language that the model has not learned, a fifth of `dense`. */
  saying: number;
  /** Share of the question's pairs of neighbouring content words that occur in that order within 3 tokens. */
  order: number;
  /** Share of the question's words in the best 30 tokens. */
  window: number;
  /** Share of the question's words in the best sentence. */
  sentence: number;
  /** BM25 of the words exactly as spelt in the question, relative to the best passage. */
  exact: number;
  /** Share of the question's words with a digit that are in the passage; 0 without such words. */
  number: number;
  /** Where the best window begins: 0 at the start, 1 at the end. */
  position: number;
  /** Share of the question's words in the title, as that of what stands for them. */
  title: number;
  /** 1 in the notes of a release, unless the question has a number; else 0. */
  release: number;
}

/**
 * Features of each passage, given the question and the other passages. In shares each word counts by its weight in the
 * question times idf; stop words count by their small weight.
 *
 * @param options.readings Readings of the passages, in their order.
 * @param options.idf Inverse document frequency of a term in the corpus, > 0.
 * @param options.compareParts With the question; absent where the embedding model cannot.
 */
export function rerankingFeatures(
  query: ParsedQuestion,
  passages: readonly Passage[],
  {
    readings,
    idf,
    compareParts,
  }: {
    readings: readonly PassageReading[];
    idf: (term: string) => number;
    compareParts?: CompareParts | undefined;
  },
): RerankingFeatures[] {
  const questionIn = new Map<string | null, QuestionIn>();
  let bestLexical = 0;
  let allTokens = 0;
  for (const [p, { lexical, language }] of passages.entries()) {
    if (!questionIn.has(language)) {
      const asked = askedWords(query, { language, idf });
      const places = new MarkedTerms(placesOf(asked));
      const exactCounts = new Uint32Array(asked.weights.length);
      const total = sum(asked.weights);
      questionIn.set(language, { asked, places, total, exactCounts, titleShares: new Map() });
    }
    bestLexical = Math.max(bestLexical, lexical);
    allTokens += readings[p]!.terms.length;
  }
  const meanTokens = allTokens / Math.max(1, passages.length);
  const features: RerankingFeatures[] = [];
  const hits = new HitList();
  for (const [p, passage] of passages.entries()) {
    const inLanguage = questionIn.get(passage.language)!;
    const { asked, total, exactCounts } = inLanguage;
    const reading = readings[p]!;
    const tokens = reading.terms.length;
    findWords(inLanguage, reading, hits);
    const window = bestWindow(asked, hits);
    features.push({
      lexical: bestLexical > 0 ? passage.lexical / bestLexical : 0,
      dense: Math.max(passage.dense, 0),
      heading: 0,
      saying: 0,
      order: orderShare(asked, hits),
      window: total > 0 ? window.weight / total : 0,
      sentence: total > 0 ? bestSentence(asked, hits, reading.sentences) / total : 0,
      exact: bm25(asked.weights, exactCounts, tokens / meanTokens),
      number: numberShare(asked, hits),
      position: tokens > 0 ? window.start / tokens : 0,
      title: titleShare(inLanguage, passage.title, reading),
      release: reading.isReleaseNote && asked.numbers.length === 0 ? 1 : 0,
    });
  }
  let bestExact = Number.MIN_VALUE;
  let nearest = 0;
  for (const { exact, window } of features) {
    bestExact = Math.max(bestExact, exact);
    nearest = Math.max(nearest, window);
  }
  for (const feature of features) feature.exact /= bestExact;
  if (nearest < NEAR) addMeaning(features, { far: (1 - nearest) ** 2, passages, readings, compareParts });
  return features;
}

/** A question as it is read in one language. */
interface QuestionIn {
  readonly asked: AskedWords;
  readonly places: MarkedTerms;
  /** Sum of its words' weights. */
  readonly total: number;
  /** Of the passage being read: how often it has each word as the question spells it. */
  readonly exactCounts: Uint32Array;
  /** By title: the share of the question's words in it. */
  readonly titleShares: Map<string, number>;
}

/** Where one passage has this share of the question's words together, words decide the order. */
const NEAR = 0.8;
/** What counts of a passage's cosine instead, in a language whose words the model has not learned to compare. */
const UNLEARNED = 0.2;

function addMeaning(
  features: readonly RerankingFeatures[],
  {
    far,
    passages,
    readings,
    compareParts,
  }: {
    far: number;
    passages: readonly Passage[];
    readings: readonly PassageReading[];
    compareParts: CompareParts | undefined;
  },
): void {
  for (const [p, feature] of features.entries()) {
    const { dense } = feature;
    const parts = compareParts?.(readings[p]!, passages[p]!.language);
    if (compareParts && !parts) {
      feature.saying = UNLEARNED * dense;
      continue;
    }
    const heading = parts && readings[p]!.headingTerms.length > 0 ? Math.max(parts.heading, 0) : dense;
    feature.heading = far * heading;
    feature.saying = far * (parts?.sentence ?? dense);
  }
}

/** Where a term of a passage leads to: its word, or the number of words for one that only stands for others. */
function placesOf({ indexOf, standIns, weights }: AskedWords): Map<string, number> {
  const places = new Map<string, number>();
  for (const term of standIns.keys()) places.set(term, weights.length);
  for (const [term, word] of indexOf) places.set(term, word);
  return places;
}

/** Fills in the hits of a passage, and how often each word is spelt as in the question. */
function findWords({ asked, places, exactCounts }: QuestionIn, reading: PassageReading, hits: HitList): void {
  const { surfaces, standIns } = asked;
  const { terms, marks, starts, ends, text } = reading;
  hits.count = 0;
  exactCounts.fill(0);
  for (let token = 0; token < marks.length; token++) {
    const mark = marks[token]!;
    if (places.first[mark] === 0) continue;
    const term = terms[token]!;
    const place = places.find(term, mark);
    if (place < 0) continue;
    if (place < surfaces.length) {
      hits.add(place, token, 1);
      if (isSpelt(surfaces[place]!, text, starts[token]!, ends[token]!)) exactCounts[place]!++;
    }
    const others = standIns.get(term);
    if (!others) continue;
    for (const { word, factor, before } of others)
      if (word !== place && endWith(terms, token, before)) hits.add(word, token, factor);
  }
}

/** Whether these terms stand right before a token. Not in the loop: with a closure, V8 allocates for every token. */
function endWith(terms: readonly string[], token: number, before: readonly string[]): boolean {
  return before.every((each, i) => terms[token - before.length + i] === each);
}

/** Compares in place first, as most words are written the same way in the passage; a slice costs more. */
function isSpelt(surfaces: readonly string[], text: string, start: number, end: number): boolean {
  for (const surface of surfaces)
    if (surface.length === end - start && text.startsWith(surface, start)) return true;
  return surfaces.includes(text.slice(start, end).toLowerCase());
}

function bm25(weights: Float64Array, counts: Uint32Array, length: number): number {
  let score = 0;
  for (let word = 0; word < weights.length; word++) {
    const count = counts[word]!;
    if (count > 0) score += (weights[word]! * count * (K1 + 1)) / (count + K1 * (1 - B + B * length));
  }
  return score;
}

function numberShare({ weights, numbers }: AskedWords, { words, count }: HitList): number {
  let all = 0;
  let found = 0;
  for (const word of numbers) {
    all += weights[word]!;
    for (let hit = 0; hit < count; hit++) {
      if (words[hit] !== word) continue;
      found += weights[word]!;
      break;
    }
  }
  return all > 0 ? found / all : 0;
}

/** Passages of one document have one title. */
function titleShare(
  { asked, total, titleShares }: QuestionIn,
  title: string,
  { titleTerms }: PassageReading,
): number {
  let share = titleShares.get(title);
  if (share === undefined) {
    share = total > 0 ? coveredWeight(asked, titleTerms) / total : 0;
    titleShares.set(title, share);
  }
  return share;
}

function coveredWeight({ indexOf, standIns, weights }: AskedWords, terms: ReadonlySet<string>): number {
  const covered = new Float64Array(weights.length);
  for (const term of terms) {
    const own = indexOf.get(term);
    if (own !== undefined) covered[own] = 1;
    for (const { word, factor, before } of standIns.get(term) ?? [])
      if (before.length === 0) covered[word] = Math.max(covered[word]!, factor);
  }
  let found = 0;
  for (let word = 0; word < covered.length; word++) found += covered[word]! * weights[word]!;
  return found;
}

function sum(values: Float64Array): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
