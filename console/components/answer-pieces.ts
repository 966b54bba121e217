import type { Source, Statement } from '../api/types.ts';

/** A piece of an answer's text: words, or a citation of an existing source. */
export type AnswerPiece =
  | { readonly type: 'words'; readonly text: string; readonly statement: Statement | null }
  | { readonly type: 'citation'; readonly source: Source };

/**
 * Splits an answer's text at its citations and at the beginnings of sentences.
 *
 * @param offset Of `text` in the answer; null when unknown, and then no sentences are marked.
 */
export function answerPieces(
  text: string,
  offset: number | null,
  of: { sources: readonly Source[]; statements: readonly Statement[] },
): AnswerPiece[] {
  const pieces: AnswerPiece[] = [];
  let end = 0;
  for (const match of text.matchAll(/\[(\d{1,3})\]/g)) {
    const source = of.sources.find(({ n }) => n === Number(match[1]));
    if (!source) continue;
    words(end, match.index);
    pieces.push({ type: 'citation', source });
    end = match.index + match[0].length;
  }
  words(end, text.length);
  return pieces;

  function words(from: number, to: number): void {
    let at = from;
    for (const statement of offset === null ? [] : of.statements) {
      const start = Math.max(at, statement.start - offset!);
      const stop = Math.min(to, statement.end - offset!);
      if (start >= stop) continue;
      push(at, start, null);
      push(start, stop, statement);
      at = stop;
    }
    push(at, to, null);
  }

  function push(from: number, to: number, statement: Statement | null): void {
    if (from < to) pieces.push({ type: 'words', text: text.slice(from, to), statement });
  }
}
