import type { CompareParts } from '../../ports/embedding-model.ts';
import type { ParsedQuestion } from '../../question/parsed-question.ts';
import { marksOf } from '../../text/term-marks.ts';
import type { Passage } from '../passage.ts';
import { type AskedWords, askedWords } from './asked-words.ts';
import type { PassageReading } from './passage-reading.ts';
import { bestSentence, bestWindow, HitList, orderShare } from './word-positions.ts';

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
  /** Share of the question's words with a digit that are in the passage; 0 without such words. */
  number: number;
  /** Where the best window begins: 0 at the start, 1 at the end. */
  position: number;
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
  const bestLexical = Math.max(0, ...passages.map(({ lexical }) => lexical));
  const features: RerankingFeatures[] = [];
  const hits = new HitList();
  let nearest = 0;
  for (const [p, { lexical, dense, language }] of passages.entries()) {
    let inLanguage = questionIn.get(language);
    if (!inLanguage) {
      const asked = askedWords(query, { language, idf });
      inLanguage = {
        asked,
        marks: marksOf([...asked.indexOf.keys(), ...asked.standIns.keys()]),
        total: asked.weights.reduce((sum, weight) => sum + weight, 0),
      };
      questionIn.set(language, inLanguage);
    }
    const { asked, marks, total } = inLanguage;
    const reading = readings[p]!;
    const tokens = reading.terms.length;
    findWords(asked, marks, { reading, hits });
    const window = bestWindow(asked, hits);
    const windowShare = total > 0 ? window.weight / total : 0;
    nearest = Math.max(nearest, windowShare);
    features.push({
      lexical: bestLexical > 0 ? lexical / bestLexical : 0,
      dense: Math.max(dense, 0),
      heading: 0,
      saying: 0,
      order: orderShare(asked, hits),
      window: windowShare,
      sentence: total > 0 ? bestSentence(asked, hits, reading.sentences) / total : 0,
      number: numberShare(asked, hits),
      position: tokens > 0 ? window.start / tokens : 0,
      release: reading.isReleaseNote && asked.numbers.length === 0 ? 1 : 0,
    });
  }
  if (nearest < NEAR) addMeaning(features, { far: (1 - nearest) ** 2, passages, readings, compareParts });
  return features;
}

/** A question as it is read in one language. */
interface QuestionIn {
  readonly asked: AskedWords;
  /** Of the terms that are hits. */
  readonly marks: Uint8Array;
  /** Sum of its words' weights. */
  readonly total: number;
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
    const heading = parts && passages[p]!.section !== null ? Math.max(parts.heading, 0) : dense;
    feature.heading = far * heading;
    feature.saying = far * (parts?.sentence ?? dense);
  }
}

/** Fills in the hits of a passage. */
function findWords(
  { indexOf, standIns }: AskedWords,
  asked: Uint8Array,
  { reading: { terms, marks }, hits }: { reading: PassageReading; hits: HitList },
): void {
  hits.count = 0;
  for (let token = 0; token < marks.length; token++) {
    if (asked[marks[token]!] === 0) continue;
    const term = terms[token]!;
    const own = indexOf.get(term);
    if (own !== undefined) hits.add(own, token, 1);
    const others = standIns.get(term);
    if (!others) continue;
    for (const { word, factor, before } of others)
      if (word !== own && endWith(terms, token, before)) hits.add(word, token, factor);
  }
}

/** Whether these terms stand right before a token. Not in the loop: with a closure, V8 allocates for every token. */
function endWith(terms: readonly string[], token: number, before: readonly string[]): boolean {
  return before.every((each, i) => terms[token - before.length + i] === each);
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
