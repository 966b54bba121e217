import type { Source, Statement } from '../api/types.ts';

/** A piece of an answer's text: words, or a citation of an existing source. */
export type AnswerPiece =
  | { readonly type: 'words'; readonly text: string; readonly verdict: Statement['verdict'] }
  | { readonly type: 'citation'; readonly source: Source };

/**
 * Splits an answer's text at its citations, and where its sentences are doubtful.
 *
 * @param offset Of `text` in the answer; null when unknown, and then nothing is doubted.
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
    joinBlank();
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
      push(at, start, 'supported');
      push(start, stop, statement.verdict);
      at = stop;
    }
    push(at, to, 'supported');
  }

  function push(from: number, to: number, verdict: Statement['verdict']): void {
    if (from >= to) return;
    const words = text.slice(from, to);
    const last = pieces.at(-1);
    if (last?.type === 'words' && last.verdict === verdict)
      pieces[pieces.length - 1] = { ...last, text: last.text + words };
    else pieces.push({ type: 'words', text: words, verdict });
  }

  /** The space before a citation belongs to the word before it. */
  function joinBlank(): void {
    const [word, blank] = pieces.slice(-2);
    if (word?.type === 'words' && blank?.type === 'words' && blank.text.trim() === '')
      pieces.splice(-2, 2, { ...word, text: word.text + blank.text });
  }
}
