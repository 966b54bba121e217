import { LANGUAGES } from '../../../languages/languages.ts';

interface Line {
  readonly text: string;
}

/**
 * Joins the lines of a paragraph into running text. A word split at a line end is joined: without the hyphen, unless
 * the document writes it with one elsewhere, or a capital or an "and" follows.
 *
 * @param vocabulary Of `vocabularyOf`.
 */
export function joinLines(lines: readonly Line[], vocabulary: ReadonlySet<string>): string {
  let text = '';
  for (const line of lines) {
    const next = line.text.replaceAll('\t', ' ');
    if (text === '') text = next;
    else if (/\p{L}\p{M}*[-\u00ad\u2010]$/u.test(text) && /^\p{L}/u.test(next)) {
      text = rejoined(text, next, vocabulary);
    } else text += isUnspaced(text, next) ? next : ` ${next}`;
  }
  return text;
}

/** @param text Ends with a hyphen. @param next Begins with a letter. */
function rejoined(text: string, next: string, vocabulary: ReadonlySet<string>): string {
  const first = /[\p{L}\p{M}\p{N}-]*[-\u00ad\u2010]$/u.exec(text)![0].slice(0, -1);
  const rest = /^[\p{L}\p{M}\p{N}-]*/u.exec(next)![0];
  const stem = text.slice(0, -1);
  if (text.endsWith('\u00ad')) return stem + next;
  // WorldCom is one word if it appears so elsewhere; By-Laws are not bylaws.
  const isName = /\p{Ll}$/u.test(first) && /^\p{Lu}/u.test(rest);
  if (vocabulary.has(isName ? first + rest : (first + rest).toLowerCase())) return stem + next;
  // Vor- und Nachteile, pre- and post-war.
  if (CONJUNCTIONS.has(rest)) return `${stem}- ${next}`;
  // Scripts without case split words without a hyphen, so a hyphen there belongs to the word.
  const isCompound = /^[\p{Lu}\p{Lo}]/u.test(rest) || vocabulary.has(`${first}-${rest}`.toLowerCase());
  return `${stem}${isCompound ? '-' : ''}${next}`;
}

/** Before these a hyphen stands for a part that two words share. */
const CONJUNCTIONS: ReadonlySet<string> = new Set(
  LANGUAGES.flatMap(({ conjunctions }) =>
    conjunctions ? [conjunctions.and, conjunctions.or, conjunctions.to ?? ''] : [],
  ).flatMap((words) => words.split('|')),
);

/** The words that appear whole within lines, lower case, hyphens kept; those with inner capitals also unchanged. */
export function vocabularyOf(lines: Iterable<Line>): ReadonlySet<string> {
  const vocabulary = new Set<string>();
  for (const { text } of lines) {
    for (const [word] of text.matchAll(/\p{L}[\p{L}\p{N}]*(?:-[\p{L}\p{N}]+)*(?!-)/gu)) {
      if (vocabulary.size >= WORDS_MAX) return vocabulary;
      vocabulary.add(word.toLowerCase());
      if (/\p{Ll}\p{Lu}/u.test(word)) vocabulary.add(word);
    }
  }
  return vocabulary;
}

const WORDS_MAX = 200_000;

/** Chinese and Japanese have no space at a line end. */
export function isUnspaced(before: string, after: string): boolean {
  return UNSPACED_END.test(before) && UNSPACED_START.test(after);
}

const UNSPACED_END = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f\uff00-\uff60]$/u;
const UNSPACED_START = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f\uff00-\uff60]/u;
