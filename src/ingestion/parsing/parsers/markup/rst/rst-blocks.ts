import { opensGrid, opensSimple, type RstTable, readGrid, readSimple } from './rst-tables.ts';

/** A block of reStructuredText; texts still have their marks. */
export type RstBlock =
  | ({ readonly type: 'title' } & RstTitle)
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'code'; readonly lines: readonly string[] }
  | ({ readonly type: 'table' } & RstTable)
  | ({ readonly type: 'directive' } & RstDirective)
  /** A quote, an item or a definition: blocks of its own, the first text behind `lead`. */
  | {
      readonly type: 'blocks';
      readonly lines: readonly string[];
      readonly lead: string;
      readonly isItem: boolean;
      /** A part of the page, such as a tab, that may have titles. */
      readonly isPart: boolean;
    };

export interface RstDirective {
  /** Lower case, with its domain if any: `py:function`. */
  readonly name: string;
  readonly argument: string;
  readonly content: readonly string[];
}

/** The blocks of lines with a minimum indentation of zero, in their order, without comments and targets. */
export function* blocksOf(lines: readonly string[], { isTop }: { isTop: boolean }): Generator<RstBlock> {
  for (let at = 0; at < lines.length; ) {
    const { taken, blocks } = lines[at] === '' ? NOTHING : blockAt(lines, at, isTop);
    yield* blocks;
    at += taken;
  }
}

/** What begins on a line, and how many lines it takes. */
interface Found {
  readonly taken: number;
  readonly blocks: readonly RstBlock[];
}

const NOTHING: Found = { taken: 1, blocks: [] };

function blockAt(lines: readonly string[], at: number, isTop: boolean): Found {
  const line = lines[at]!;
  const next = lines[at + 1] ?? '';
  const title = isTop ? titleAt(lines, at) : null;
  if (title) return { taken: title.lines, blocks: [{ type: 'title', ...title }] };
  if (/^(?:\.\.|__)(?:\s|$)/.test(line)) return explicitAt(lines, at);
  if (/^\s/.test(line)) return nested(indentedAt(lines, at));
  if (opensGrid(line)) return gridTableAt(lines, at);
  if (opensSimple(line)) return simpleTableAt(lines, at);
  if (line.length >= (isTop ? 3 : 4) && next === '' && isAdornment(line)) return NOTHING;
  if (/^>>> /.test(line)) return codeOf(runAt(lines, at, (other) => other !== ''));
  if (/^\|(?:\s|$)/.test(line)) return lineBlockAt(lines, at);
  return itemAt(lines, at) ?? labelledAt(lines, at) ?? textAt(lines, at);
}

/** Directives and footnotes; comments, targets and substitutions show nothing. */
function explicitAt(lines: readonly string[], at: number): Found {
  const first = lines[at]!;
  const rest = indentedAt(lines, at + 1);
  const taken = 1 + rest.length;
  const footnote = /^\.\. \[[^\]]+\](?:\s+(.*))?$/.exec(first);
  if (footnote) return nested([footnote[1] ?? '', ...dedented(rest)]);
  const directive = /^\.\. ([a-zA-Z][\w:+.-]*?)\s?::(?:\s+(.*))?$/.exec(first);
  if (!directive) return { taken, blocks: [] };
  const [, name, argument = ''] = directive;
  return {
    taken,
    blocks: [{ type: 'directive', name: name!.toLowerCase(), argument, content: dedented(rest) }],
  };
}

const ITEM = /^(?:([-*+•‣⁃])|(\(?(?:\d{1,4}|[a-zA-Z]|[ivxlcdm]{1,6}|#)[.)]))(\s+(?=\S)|$)/;

function itemAt(lines: readonly string[], at: number): Found | null {
  const line = lines[at]!;
  const found = ITEM.exec(line);
  const next = lines[at + 1] ?? '';
  // A paragraph may begin with an initial; a second line of an item is indented.
  if (!found || (found[2] && /^\S/.test(next) && !ITEM.test(next))) return null;
  const [mark, bullet, number] = found;
  const rest = indentedAt(lines, at + 1);
  const content = [line.slice(mark.length), ...dedented(rest, mark.length)];
  const lead = bullet || number === '#.' ? '- ' : `${number} `;
  return nested(content, { lead, isItem: true });
}

/** A colon before a backquote ends the name of a role. */
const FIELD = /^:((?:[^:\s]|:[^\s`])(?:[^:]|:[^\s`]){0,100}):(?:\s+(.*))?$/;
const OPTION =
  /^((?:--?[A-Za-z][\w-]*|\/[A-Z])(?:[= ]<?[\w-]+>?)?(?:, --?[\w-]+(?:[= ]<?[\w-]+>?)?){0,4})(?: {2,}(\S.*))$/;

/** A field, an option or a term, with what is said about it. */
function labelledAt(lines: readonly string[], at: number): Found | null {
  const line = lines[at]!;
  const rest = indentedAt(lines, at + 1);
  const [, label, text = ''] = FIELD.exec(line) ?? OPTION.exec(line) ?? [];
  if (label !== undefined) {
    const content = [text, ...dedented(rest)];
    const isSetting =
      /^(?:orphan|tocdepth|nocomments|nosearch)$/.test(label) || content.every((own) => own === '');
    return isSetting ? { taken: content.length, blocks: [] } : nested(content, { lead: `${label}: ` });
  }
  if (rest.length === 0 || (lines[at + 1] ?? '') === '' || line.endsWith('::')) return null;
  // A sentence with a list right below it, indented, is written like a term.
  if (ITEM.test(lines[at + 1]!.trimStart()))
    return { taken: 1 + rest.length, blocks: [{ type: 'text', text: line }, ...nested(rest).blocks] };
  // `term : classifier`
  const term = line.replace(/ : .*$/, '').replace(/:$/, '');
  return { ...nested(dedented(rest), { lead: `${term}: ` }), taken: 1 + rest.length };
}

/** A paragraph, and the code below it when it ends in two colons. */
function textAt(lines: readonly string[], at: number): Found {
  const own = runAt(lines, at, (line) => /^\S/.test(line));
  const text = own.join(' ').replace(/ {2,}/g, ' ');
  if (!text.endsWith('::')) return { taken: own.length, blocks: [{ type: 'text', text }] };
  let begin = at + own.length;
  while (lines[begin] === '') begin++;
  const code = indentedAt(lines, begin);
  const shown = text.slice(0, -1).replace(/(?:^|\s+):$/, '');
  const blocks: RstBlock[] = shown === '' ? [] : [{ type: 'text', text: shown }];
  if (code.length === 0) return { taken: own.length, blocks };
  return { taken: begin - at + code.length, blocks: [...blocks, ...codeOf(code).blocks] };
}

function gridTableAt(lines: readonly string[], at: number): Found {
  const rows = runAt(lines, at, (line) => /^[+|]/.test(line));
  return { taken: rows.length, blocks: [{ type: 'table', ...readGrid(rows) }] };
}

/** Up to its last border: the third with a head, else the second. Blank lines may stand between rows. */
function simpleTableAt(lines: readonly string[], at: number): Found {
  const isBorder = (index: number) => /^=+(?:[^\S\n]+=+)*$/.test(lines[index] ?? '');
  let end = at + 1;
  while (end < lines.length && !(isBorder(end) && (lines[end + 1] ?? '') === '')) end++;
  if (end === lines.length) return textAt(lines, at);
  return { taken: end + 1 - at, blocks: [{ type: 'table', ...readSimple(lines.slice(at, end + 1)) }] };
}

/** Each line of the block is one of the text. */
function lineBlockAt(lines: readonly string[], at: number): Found {
  const own = runAt(lines, at, (line) => /^(?:\||\s+\S)/.test(line));
  const text = own.map((line) => line.replace(/^\|?\s*/, '')).join('\n');
  return { taken: own.length, blocks: [{ type: 'text', text }] };
}

function codeOf(lines: readonly string[]): Found {
  return { taken: lines.length, blocks: [{ type: 'code', lines: dedented(lines) }] };
}

function nested(lines: readonly string[], { lead = '', isItem = false } = {}): Found {
  return {
    taken: lines.length,
    blocks: [{ type: 'blocks', lines: dedented(lines), lead, isItem, isPart: false }],
  };
}

/** Consecutive lines from one on. */
function runAt(lines: readonly string[], at: number, isOfRun: (line: string) => boolean): readonly string[] {
  let end = at + 1;
  while (end < lines.length && isOfRun(lines[end]!)) end++;
  return lines.slice(at, end);
}

/** The indented lines from one on, with blank lines between them. */
function indentedAt(lines: readonly string[], at: number): readonly string[] {
  let end = at;
  for (let index = at; index < lines.length && /^(?:\s|$)/.test(lines[index]!); index++)
    if (lines[index] !== '') end = index + 1;
  return lines.slice(at, end);
}

/** Without the indentation that all lines share, up to `most` columns of it. */
function dedented(lines: readonly string[], most = Number.POSITIVE_INFINITY): readonly string[] {
  let least = most;
  for (const line of lines) if (line !== '') least = Math.min(least, line.search(/\S/));
  return least === 0 || least === Number.POSITIVE_INFINITY ? lines : lines.map((line) => line.slice(least));
}

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
