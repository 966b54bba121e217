import type { TextRange } from '../../text/sentences.ts';
import { type Quotable, quotable } from './verbatim.ts';
import { type Word, wordsOf } from './words.ts';

/** A text that may support a statement. */
export interface EvidenceText {
  readonly text: string;
  /** ISO 639-1; null when unknown. */
  readonly language: string | null;
  /** Sentences of `text`, in order. */
  readonly sentences: readonly TextRange[];
  /** Title and headings above it: an answer may name what the section is about. Empty when there are none. */
  readonly heading: string;
}

export interface EvidenceSentence {
  /** The text or heading that holds it. */
  readonly text: string;
  /** Its range in the text; null for a heading. */
  readonly range: TextRange | null;
  /** Key of each word. */
  readonly keys: readonly string[];
  readonly words: readonly Word[];
  /** Keys of the content words, see `contentKeys`. */
  readonly content: readonly string[];
  readonly negations: number;
}

/** A text prepared for checking many statements, which are analysed in its language. */
export interface Evidence extends Quotable, Pick<EvidenceText, 'language'> {
  /** Split into words on first use, as are the keys: checking a quotation needs neither. */
  readonly sentences: () => readonly EvidenceSentence[];
  /** All keys, headings included. */
  readonly keys: () => ReadonlySet<string>;
}

export function evidenceOf(text: EvidenceText): Evidence {
  let sentences: readonly EvidenceSentence[] | undefined;
  let keys: ReadonlySet<string> | undefined;
  return {
    ...quotable(text.text),
    language: text.language,
    sentences() {
      sentences ??= sentencesOf(text);
      return sentences;
    },
    keys() {
      keys ??= new Set(this.sentences().flatMap((sentence) => sentence.keys));
      return keys;
    },
  };
}

function sentencesOf({ text, language, sentences, heading }: EvidenceText): EvidenceSentence[] {
  return [
    ...cutInto(sentences, text, language),
    ...(heading === '' ? [] : cutInto([null], heading, language)),
  ];
}

/** @param ranges In order; null for the rest. @returns The sentences with at least one word. */
function cutInto(
  ranges: readonly (TextRange | null)[],
  text: string,
  language: string | null,
): EvidenceSentence[] {
  const words = wordsOf(text, language);
  const sentences: EvidenceSentence[] = [];
  let end = 0;
  for (const range of ranges) {
    const first = end;
    while (end < words.length && (range === null || words[end]!.start < range.end)) end++;
    if (end === first) continue;
    const own = words.slice(first, end);
    sentences.push({
      text,
      range,
      keys: own.map(({ key }) => key),
      words: own,
      content: contentKeys(own),
      negations: negationsIn(own),
    });
  }
  return sentences;
}

/**
 * Stems, numbers and signs; characters of scripts without spaces in pairs, since one alone means little. May repeat.
 */
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
