interface Line {
  readonly text: string;
}

/**
 * Joins the lines of a paragraph to running text. A word that was parted at a line's end is whole again: without the
 * hyphen, unless the document writes it with one elsewhere.
 *
 * @param vocabulary Of `vocabularyOf`.
 */
export function joinLines(lines: readonly Line[], vocabulary: ReadonlySet<string>): string {
  let text = '';
  for (const line of lines) {
    const next = line.text.replaceAll('\t', ' ');
    if (text === '') text = next;
    else if (/\p{L}[-\u00ad\u2010]$/u.test(text) && /^\p{Ll}/u.test(next)) {
      const first = /[\p{L}\p{N}-]*[-\u00ad\u2010]$/u.exec(text)![0].slice(0, -1);
      const rest = /^[\p{L}\p{N}-]*/u.exec(next)![0];
      const isCompound =
        vocabulary.has(`${first}-${rest}`.toLowerCase()) && !vocabulary.has((first + rest).toLowerCase());
      text = `${text.slice(0, -1)}${isCompound ? '-' : ''}${next}`;
    } else text += isUnspaced(text, next) ? next : ` ${next}`;
  }
  return text;
}

/** The words that stand whole within lines, lower case, hyphens kept. */
export function vocabularyOf(lines: Iterable<Line>): ReadonlySet<string> {
  const vocabulary = new Set<string>();
  for (const { text } of lines) {
    for (const [word] of text.matchAll(/\p{L}[\p{L}\p{N}]*(?:-[\p{L}\p{N}]+)*(?!-)/gu)) {
      if (vocabulary.size >= WORDS_MAX) return vocabulary;
      vocabulary.add(word.toLowerCase());
    }
  }
  return vocabulary;
}

const WORDS_MAX = 200_000;

/** Chinese and Japanese put no space where a line ends. */
function isUnspaced(before: string, after: string): boolean {
  return UNSPACED_END.test(before) && UNSPACED_START.test(after);
}

const UNSPACED_END = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f\uff00-\uff60]$/u;
const UNSPACED_START = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f\uff00-\uff60]/u;
