import { contentKeys, type Evidence, type EvidenceSentence, negationsIn } from './evidence.ts';
import { type Quotable, quotable } from './verbatim.ts';
import { type Word, wordsOf } from './words.ts';

/** A sentence to be checked. It is read once for each language, and compared once with each text. */
export interface Claim extends Quotable {
  /** Its words, read in a language: ISO 639-1; null when unknown. */
  in(language: string | null): ClaimWords;
}

/** The words of a claim; each distinct one has a number from 1. */
export interface ClaimWords {
  readonly words: readonly Word[];
  /** Number of each word. */
  readonly numbers: readonly number[];
  /** Above all numbers. */
  readonly base: number;
  /** How many distinct content keys it has. */
  readonly contents: number;
  readonly negations: number;
  /** The sentences that share a word with it. */
  sharedWith(evidence: Evidence): readonly SharedSentence[];
}

/** A sentence of the evidence in the numbers of a claim. */
export interface SharedSentence {
  readonly sentence: EvidenceSentence;
  /** Number of each word; 0 for a word that the claim lacks. */
  readonly numbers: readonly number[];
  /** Distinct numbers of the content keys that it shares, below `ClaimWords.contents`. */
  readonly contents: readonly number[];
}

/** Words beyond this in an endless sentence are ignored. */
const WORDS_MAX = 600;

export function readClaim(text: string): Claim {
  const readings = new Map<string | null, ClaimWords>();
  return Object.assign(quotable(text), {
    in(language: string | null) {
      const known = readings.get(language) ?? readIn(text, language);
      readings.set(language, known);
      return known;
    },
  });
}

function readIn(text: string, language: string | null): ClaimWords {
  const words = claimWords(text, language);
  const numberOf = new Map<string, number>();
  const numbers = words.map(({ key }) => {
    const number = numberOf.get(key) ?? numberOf.size + 1;
    numberOf.set(key, number);
    return number;
  });
  const contentOf = new Map<string, number>();
  for (const key of contentKeys(words)) if (!contentOf.has(key)) contentOf.set(key, contentOf.size);
  const shared = new Map<Evidence, readonly SharedSentence[]>();

  function besideClaim(sentence: EvidenceSentence): SharedSentence | undefined {
    if (!sentence.keys.some((key) => numberOf.has(key))) return undefined;
    const contents: number[] = [];
    for (const key of sentence.content) {
      const content = contentOf.get(key);
      if (content !== undefined && !contents.includes(content)) contents.push(content);
    }
    return { sentence, numbers: sentence.keys.map((key) => numberOf.get(key) ?? 0), contents };
  }

  return {
    words,
    numbers,
    base: numberOf.size + 1,
    contents: contentOf.size,
    negations: negationsIn(words),
    sharedWith(evidence) {
      const known = shared.get(evidence) ?? evidence.sentences().flatMap((each) => besideClaim(each) ?? []);
      shared.set(evidence, known);
      return known;
    },
  };
}

/** Words of a sentence that may be a list item: without its number, and without taking its label for names. */
function claimWords(sentence: string, language: string | null): Word[] {
  const plain = sentence
    .replace(LIST_MARK, (mark) => ' '.repeat(mark.length))
    // The number of the next item, left over from sentence splitting.
    .replace(/(?<=[.:;!?]\s+)\p{Nd}{1,3}[.)]\s*$/u, '');
  const labelEnd = LABEL.exec(plain)?.[0].length ?? 0;
  return wordsOf(plain, language)
    .slice(0, WORDS_MAX)
    .map((word) => (word.isCapitalised && word.start < labelEnd ? { ...word, isCapitalised: false } : word));
}

const LIST_MARK = /^[\s*_#>•–-]*(?:\(?\p{Nd}{1,3}[.)]|\p{L}[.)])(?=[\s*])/u;
/** `Pay as you go: …`, `**Report Unwanted Messages**: …`: every word of a label may have a capital. */
const LABEL = /^[^.!?;:,\n]{1,60}:(?=[\s*])/u;
