import type { Source, Statement } from '../api/types.ts';

/** A piece of an answer's text: words, or a citation of an existing source. */
export type AnswerPiece =
  | { readonly type: 'words'; readonly text: string; readonly look: Look }
  | { readonly type: 'citation'; readonly source: Source };

/** `marked`: the sentence that answers, within a quotation. */
export type Look = 'plain' | 'marked' | Exclude<Statement['verdict'], 'supported'>;

/**
 * Splits an answer's text at its citations, and where its sentences are doubtful or marked.
 *
 * @param offset Of `text` in the answer; null when unknown, and then nothing is doubted or marked.
 * @param of.isMarked Whether supported sentences are marked.
 */
export function answerPieces(
  text: string,
  offset: number | null,
  of: { sources: readonly Source[]; statements: readonly Statement[]; isMarked?: boolean },
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
      push(at, start, 'plain');
      push(start, stop, lookOf(statement));
      at = stop;
    }
    push(at, to, 'plain');
  }

  function lookOf({ verdict }: Statement): Look {
    if (verdict !== 'supported') return verdict;
    return of.isMarked ? 'marked' : 'plain';
  }

  function push(from: number, to: number, look: Look): void {
    if (from >= to) return;
    const words = text.slice(from, to);
    const last = pieces.at(-1);
    if (last?.type === 'words' && last.look === look)
      pieces[pieces.length - 1] = { ...last, text: last.text + words };
    else pieces.push({ type: 'words', text: words, look });
  }

  /** The space before a citation belongs to the word before it. */
  function joinBlank(): void {
    const [word, blank] = pieces.slice(-2);
    if (word?.type === 'words' && blank?.type === 'words' && blank.text.trim() === '')
      pieces.splice(-2, 2, { ...word, text: word.text + blank.text });
  }
}

/** Whether sentences leave some of an answer's words out, citations aside: marking all of it would say nothing. */
export function leaveWordsOut(statements: readonly Statement[], text: string): boolean {
  let at = 0;
  let rest = '';
  for (const { start, end } of statements) {
    rest += text.slice(at, start);
    at = Math.max(at, end);
  }
  return /[\p{L}\p{N}]/u.test((rest + text.slice(at)).replaceAll(/\[\d{1,3}\]/g, ''));
}

/** Rows of tables within a line: `Team: Blues · Location: STL`. */
export function rowsInline(text: string): string {
  return text.replaceAll(' | ', ' · ');
}

/** A sentence of an answer as it stands in its source. */
export function withoutCitations(text: string): string {
  return text.replaceAll(/\s*\[\d{1,3}\]/g, '').trim();
}
