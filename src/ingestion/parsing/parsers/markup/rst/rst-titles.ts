/** A section's title. */
export interface RstTitle {
  readonly text: string;
  /** The character of its line, twice when a line stands above it as well: each style is a level. */
  readonly style: string;
  /** Lines that it takes. */
  readonly lines: number;
}

/** A line of one repeated punctuation character. */
export function isAdornment(line: string): boolean {
  return /^([!-/:-@[-`{-~])\1*$/.test(line.trimEnd());
}

/** The title that begins on a line: text over, or between, lines that are about as long. */
export function titleAt(lines: readonly string[], index: number): RstTitle | null {
  const [first = '', second = '', third = ''] = lines.slice(index, index + 3);
  if (first.length > 1 && isAdornment(first) && second.trim() !== '' && third.trimEnd() === first.trimEnd())
    return { text: second.trim(), style: first[0]!.repeat(2), lines: 3 };
  if (!/^\S/.test(first) || !isAdornment(second) || isAdornment(first)) return null;
  const isLongEnough = second.trimEnd().length >= Math.min(first.trimEnd().length - 2, 40);
  const isTitle = isLongEnough && second.length > 1 && /[\p{L}\p{N}]/u.test(first) && !/^\.\. /.test(first);
  return isTitle ? { text: first.trim(), style: second[0]!, lines: 2 } : null;
}
