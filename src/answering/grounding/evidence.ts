import type { TextRange } from '../../retrieval/analysis/sentences.ts';
import { packWords, unpackWords } from './packed-words.ts';
import { type Word, wordsOf } from './words.ts';

/** A text that a statement may rest on. */
export interface EvidenceText {
  readonly text: string;
  /** ISO 639-1; null when unknown. */
  readonly language: string | null;
  /** Of `text`, in order. */
  readonly sentences: readonly TextRange[];
  /** Title and headings above it: an answer may name what the section is about. Empty when there are none. */
  readonly heading: string;
}

export interface EvidenceSentence {
  /** Where it stands in its text; null for a heading. */
  readonly range: TextRange | null;
  /** Of each word. */
  readonly keys: readonly string[];
  /** Its words, made anew: few sentences are laid beside a statement, the keys of all tell which. */
  readonly words: () => Word[];
  /** Keys of the words that say something, see `contentKeys`. */
  readonly content: readonly string[];
  readonly negations: number;
}

/** Texts made ready to hold many statements against. */
export interface Evidence {
  readonly texts: readonly EvidenceText[];
  /** Language that statements are read in. */
  readonly language: string | null;
  /** Cut into words when they are first asked for, as its keys are collected: a quotation never asks. */
  readonly sentences: readonly EvidenceSentence[];
  /** Every key that occurs, headings included. */
  readonly keys: ReadonlySet<string>;
}

export function evidenceOf(texts: readonly EvidenceText[]): Evidence {
  let sentences: readonly EvidenceSentence[] | undefined;
  let keys: ReadonlySet<string> | undefined;
  return {
    texts,
    language: texts[0]?.language ?? null,
    get sentences() {
      sentences ??= sentencesOf(texts);
      return sentences;
    },
    get keys() {
      keys ??= keysIn(this.sentences);
      return keys;
    },
  };
}

/** The evidence of several texts together; what is read of each is read once. */
export function joinedEvidence(parts: readonly Evidence[]): Evidence {
  const sentences = parts.flatMap((part) => part.sentences);
  let keys: ReadonlySet<string> | undefined;
  return {
    texts: parts.flatMap(({ texts }) => texts),
    language: parts[0]?.language ?? null,
    sentences,
    get keys() {
      keys ??= keysIn(sentences);
      return keys;
    },
  };
}

function keysIn(sentences: readonly EvidenceSentence[]): ReadonlySet<string> {
  return new Set(sentences.flatMap(({ keys }) => keys));
}

function sentencesOf(texts: readonly EvidenceText[]): EvidenceSentence[] {
  return texts.flatMap(({ text, language, sentences, heading }) => [
    ...cutInto(sentences, wordsOf(text, language)),
    ...(heading === '' ? [] : cutInto([null], wordsOf(heading, language))),
  ]);
}

/** @param ranges In order; null for all that is left. @returns Those that hold a word. */
function cutInto(ranges: readonly (TextRange | null)[], words: readonly Word[]): EvidenceSentence[] {
  const packed = packWords(words);
  const sentences: EvidenceSentence[] = [];
  let end = 0;
  for (const range of ranges) {
    const first = end;
    while (end < words.length && (range === null || words[end]!.start < range.end)) end++;
    if (end === first) continue;
    const own = words.slice(first, end);
    const keys = own.map(({ key }) => key);
    sentences.push({
      range,
      keys,
      words: () => unpackWords(packed, { keys, first }),
      content: contentKeys(own),
      negations: negationsIn(own),
    });
  }
  return sentences;
}

/** Stems, numbers and signs; characters of scripts without spaces in pairs, since one alone says little. May repeat. */
export function contentKeys(words: readonly Word[]): string[] {
  const keys: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const { key, kind, start, end } = words[i]!;
    if (kind === 'stop') continue;
    if (kind !== 'character') keys.push(key);
    else {
      const next = words[i + 1];
      if (next?.kind === 'character' && next.start === end) keys.push(key + next.key);
      else if (!(words[i - 1]?.kind === 'character' && words[i - 1]!.end === start)) keys.push(key);
    }
  }
  // A copy has no room to spare.
  return keys.slice();
}

export function negationsIn(words: readonly Word[]): number {
  let count = 0;
  for (const { isNegation } of words) if (isNegation) count++;
  return count;
}
