import type { TextRange } from './sentences.ts';

/** The code in a text: as its format says, else by the look of its lines. */
export function codeOf({ text, code }: TextWithCode): readonly TextRange[] {
  return code ?? codeRanges(text);
}

export interface TextWithCode {
  readonly text: string;
  readonly code?: readonly TextRange[] | undefined;
}

/** What lies of ranges in `start … end`, as offsets from `start`. */
export function rangesWithin(ranges: readonly TextRange[], { start, end }: TextRange): TextRange[] {
  return ranges
    .filter((range) => range.start < end && range.end > start)
    .map((range) => ({ start: Math.max(0, range.start - start), end: Math.min(end, range.end) - start }));
}

/**
 * The code in a text, by the look of its lines: two lines or more, at least half of them with a sign of code (an
 * option, an assignment, a call, a bracket), none of them prose. Takes time linear in the text.
 *
 * @returns Whole lines, in order, without the line feed at the end.
 */
export function codeRanges(text: string): TextRange[] {
  if (!text.includes('\n')) return [];
  const ranges: TextRange[] = [];
  let run: Line[] = [];
  const close = () => {
    while (run.length > 0 && run.at(-1)!.kind === 'blank') run.pop();
    const code = run.filter(({ kind }) => kind === 'code').length;
    const others = run.filter(({ kind }) => kind === 'plain').length;
    if (code > 0 && code + others > 1 && code >= others)
      ranges.push({ start: run[0]!.start, end: run.at(-1)!.end });
    run = [];
  };
  for (const line of withBodies(linesOf(text), text)) {
    const before = run.at(-1);
    if (line.kind === 'prose') close();
    else if (line.kind === 'blank') {
      if (before?.kind === 'blank') close();
      else if (before) run.push(line);
    } else {
      // Behind a blank line only code continues.
      if (before?.kind === 'blank' && line.kind === 'plain') close();
      run.push(line);
    }
  }
  close();
  return ranges;
}

interface Line extends TextRange {
  /** `plain` may be a line of code, but has no sign of it: `cd app`. */
  readonly kind: 'code' | 'plain' | 'prose' | 'blank';
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    const end = start + line.length;
    lines.push({ start, end, kind: kindOf(line) });
    start = end + 1;
  }
  return lines;
}

/** A bracket at the end of a line of code opens a body: all up to the line that closes it is code. */
function withBodies(lines: Line[], text: string): Line[] {
  const indentAt = ({ start, end }: Line) => text.slice(start, end).search(/\S|$/u);
  let until = -1;
  return lines.map((line, i) => {
    if (i <= until) return { ...line, kind: 'code' };
    const opens = line.kind === 'code' && OPENER.test(text.slice(line.start, line.end));
    if (!opens) return line;
    const indent = indentAt(line);
    const body = lines.slice(i + 1, i + 1 + BODY_LINES_MAX);
    const length = body.findIndex(
      (each) => CLOSER.test(text.slice(each.start, each.end)) && indentAt(each) <= indent,
    );
    if (length >= 0) until = i + 1 + length;
    return line;
  });
}

const OPENER = /[{([]\s*$/u;
const CLOSER = /^\s*[})\]]/u;
const BODY_LINES_MAX = 80;

function kindOf(line: string): Line['kind'] {
  if (REMARK.test(line) || COMMAND.test(line)) return 'code';
  const statement = line.includes('#') || line.includes('//') ? line.replace(COMMENT, '') : line;
  const bare = statement.trim();
  if (bare === '') return 'blank';
  if (bare.length > CODE_UNITS_MAX || PROSE_MARK.test(bare)) return 'prose';
  const words = bare.match(WORD)?.length ?? 0;
  if (words >= PROSE_WORDS_MIN && words > PROSE_SHARE_MIN * bare.split(/\s+/u).length) return 'prose';
  if (SIGNS.some((sign) => sign.test(statement))) return 'code';
  return /^\p{Ll}/u.test(bare) && !/[.:!?…]$/u.test(bare) ? 'plain' : 'prose';
}

/** A line of remarks, whatever it says; one that begins with a number sign may be a heading, which stands alone. */
const REMARK = /^\s*(?:\/\/|\/\*|\*\/|#\s)/u;
/** A command with an option or a path, however many of its arguments are words: `sudo -u web npx app restore`. */
const COMMAND =
  /^\s*(?:sudo|ssh|scp|git|cp|mv|rm|mkdir|curl|wget|npm|npx|pip3?|docker|kubectl|helm|apt|apt-get|systemctl) (?:\S+ ){0,3}(?:--?[A-Za-z]|[/~$]|\.{1,2}\/)/u;
/** Behind code, `# seconds between uploads` says nothing of what the line is. */
const COMMENT = /(?<=\S)\s{1,40}(?:#|\/\/)\s.*$/u;
const CODE_UNITS_MAX = 200;
/** A word of letters alone. */
const WORD = /(?<!\S)\p{L}[\p{L}\p{M}'’]+(?=[.,;:!?]?(?:\s|$))/gu;
const PROSE_WORDS_MIN = 5;
const PROSE_SHARE_MIN = 0.4;
/** An item of a list, a cell of a table. */
const PROSE_MARK = /^(?:[-*•‣▪◦·–—]\s(?!.*[<>=:])|\p{N}{1,3}[.)]\s)|\s\|\s\p{Lu}/u;

const SIGNS: readonly RegExp[] = [
  /^\s*[{}[\]()<>]+[,;]?\s*$/u,
  /[{(;\\]\s*$/u,
  // `--force`, `-c`.
  /(?<!\S)--?[A-Za-z][\w-]*(?=[=\s]|$)/u,
  // `a = b`, `KEY=value`.
  /^\s*[\w.$"'[\]-]+\s*(?::=|\+=|=>|=)\s*\S/u,
  // `call(x)`.
  /[\w.$]\([^()]*\)[)\]};,:{]*\s*$/u,
  /^\s*["'][^"']+["'](?:\s*:|,?$)/u,
  /^[a-z][\w-]*:$/u,
  /^\s+(?:-\s+)?[a-z"'][\w."'-]*:(?:\s|$)/u,
  /^\s+-\s.*[<>=]/u,
  /^\s*(?:\$ |#!|>>> |@\w+|[?:] \S.*\(|\.\w+\()/u,
  /^\s*(?:sudo|ssh|scp|git|cd|cp|mv|rm|mkdir|curl|wget|npm|npx|pip3?|docker|kubectl|helm|make|export|apt|apt-get|systemctl|import|const|let|var|def|return) \S/u,
  /^\s*(?:SELECT|INSERT INTO|UPDATE|DELETE|CREATE|ALTER|DROP|FROM|WHERE|JOIN|GROUP BY|ORDER BY|VALUES|GET|POST|PUT|PATCH)\s\S/u,
];
