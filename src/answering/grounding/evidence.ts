import type { TextRange } from '../../retrieval/sentences.ts';
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
  readonly words: readonly Word[];
  /** Distinct keys of the words that say something, see `contentKeys`. */
  readonly content: ReadonlySet<string>;
  readonly negations: number;
}

/** Texts made ready to hold many statements against. */
export interface Evidence {
  readonly texts: readonly EvidenceText[];
  /** Language that statements are read in. */
  readonly language: string | null;
  /** Cut into words when they are first asked for: a quotation never asks. */
  readonly sentences: readonly EvidenceSentence[];
  /** Every key that occurs, headings included. */
  readonly keys: ReadonlySet<string>;
}

export function evidenceOf(texts: readonly EvidenceText[]): Evidence {
  let read: Pick<Evidence, 'sentences' | 'keys'> | undefined;
  const readOnce = () => {
    read ??= readTexts(texts);
    return read;
  };
  return {
    texts,
    language: texts[0]?.language ?? null,
    get sentences() {
      return readOnce().sentences;
    },
    get keys() {
      return readOnce().keys;
    },
  };
}

/** The evidence of several texts together; what is read of each is read once. */
export function joinedEvidence(parts: readonly Evidence[]): Evidence {
  return {
    texts: parts.flatMap(({ texts }) => texts),
    language: parts[0]?.language ?? null,
    sentences: parts.flatMap(({ sentences }) => sentences),
    keys: new Set(parts.flatMap(({ keys }) => [...keys])),
  };
}

function readTexts(texts: readonly EvidenceText[]): Pick<Evidence, 'sentences' | 'keys'> {
  const sentences: EvidenceSentence[] = [];
  const keys = new Set<string>();
  const add = (words: readonly Word[], range: TextRange | null) => {
    if (words.length === 0) return;
    for (const { key } of words) keys.add(key);
    sentences.push({ range, words, content: contentKeys(words), negations: negationsIn(words) });
  };
  for (const { text, language, sentences: ranges, heading } of texts) {
    const words = wordsOf(text, language);
    let next = 0;
    for (const range of ranges) {
      const first = next;
      while (next < words.length && words[next]!.start < range.end) next++;
      add(words.slice(first, next), range);
    }
    if (heading !== '') add(wordsOf(heading, language), null);
  }
  return { sentences, keys };
}

/** Stems, numbers and signs; characters of scripts without spaces in pairs, since one alone says little. */
export function contentKeys(words: readonly Word[]): Set<string> {
  const keys = new Set<string>();
  for (const [i, { key, kind, start, end }] of words.entries()) {
    if (kind === 'stop') continue;
    if (kind !== 'character') keys.add(key);
    else {
      const next = words[i + 1];
      if (next?.kind === 'character' && next.start === end) keys.add(key + next.key);
      else if (!(words[i - 1]?.kind === 'character' && words[i - 1]!.end === start)) keys.add(key);
    }
  }
  return keys;
}

export function negationsIn(words: readonly Word[]): number {
  let count = 0;
  for (const { isNegation } of words) if (isNegation) count++;
  return count;
}
