import MarkdownIt, { type StateBlock, type StateInline, type Token } from 'markdown-it';
import footnotes from 'markdown-it-footnote';

/**
 * Parses CommonMark with GitHub's tables, struck-out text and footnotes. Footnotes stay where they are defined.
 *
 * @param options.hasIndentedCode Whether lines indented by four spaces are code.
 * @returns Tokens in reading order; those of type `inline` have the tokens of their text as `children`.
 * @throws {RangeError} When nesting overflows the stack.
 */
export function parseGithubMarkdown(
  source: string,
  { hasIndentedCode }: { hasIndentedCode: boolean },
): Token[] {
  return (hasIndentedCode ? WITH_INDENTED_CODE : WITHOUT_INDENTED_CODE).parse(source, {});
}

const WITH_INDENTED_CODE = createParser();
const WITHOUT_INDENTED_CODE = createParser().disable('code');

function createParser() {
  // Deeper content would be dropped, so nothing but the stack bounds the nesting.
  const parser = new MarkdownIt({ html: true, maxNesting: Number.POSITIVE_INFINITY });
  // Addresses are not shown, so they need not be safe.
  parser.validateLink = () => true;
  parser.normalizeLink = (url) => url;
  parser.normalizeLinkText = (url) => url;
  parser.block.ruler.at('table', readTable, { alt: ['paragraph', 'reference'] });
  parser.inline.ruler.before('strikethrough', 'tildes', readTildes);
  return parser.use(footnotes).disable(['footnote_inline', 'footnote_tail']);
}

/** Two tildes strike text out; markdown-it pairs those of longer runs as well. */
function readTildes(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== '~') return false;
  const { length } = state.scanDelims(state.pos, true);
  if (length === 2) return false;
  if (!silent) state.pending += '~'.repeat(length);
  state.pos += length;
  return true;
}

const TABLE_INDENT_MAX = 3;

/**
 * A table as GitHub reads it, except that a row may have more cells than the head: markdown-it's own rule drops these.
 * Between `table_open` and `table_close`, each row is a `tr_open` followed by an `inline` for each cell.
 */
function readTable(state: StateBlock, first: number, end: number, silent: boolean): boolean {
  const columns = first + 1 < end ? countColumns(lineOf(state, first + 1)) : 0;
  if (columns === 0 || cellsOf(lineOf(state, first)).length !== columns) return false;
  const blockRules = state.md.block.ruler.getRules('blockquote');
  const isRow = (line: number) =>
    lineOf(state, line) && !blockRules.some((rule) => rule(state, line, end, true));
  if (!isRow(first)) return false;
  if (silent) return true;
  const parentType = state.parentType;
  state.parentType = 'table';
  state.push('table_open', 'table', 1);
  let line = first;
  do {
    state.push('tr_open', 'tr', 0);
    for (const cell of cellsOf(lineOf(state, line))) {
      const content = state.push('inline', '', 0);
      content.content = cell;
      content.children = [];
    }
    line += line === first ? 2 : 1;
  } while (line < end && isRow(line));
  state.push('table_close', 'table', -1);
  state.parentType = parentType;
  state.line = line;
  return true;
}

/** Null for a line that is outside of the block, or indented like code. */
function lineOf(state: StateBlock, line: number): string | null {
  const indent = state.sCount[line]! - state.blkIndent;
  if (indent < 0 || indent > TABLE_INDENT_MAX) return null;
  return state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]).trim();
}

/** Of the line below a table's head; 0 for every other line. Dashes alone may underline a heading. */
function countColumns(line: string | null): number {
  if (line === null || !/^[|:-][|:\s-]+$/.test(line) || !/[|:]/.test(line)) return 0;
  const cells = cellsOf(line);
  return cells.every((cell) => /^:?-+:?$/.test(cell)) ? cells.length : 0;
}

/** The cells of a row: between pipes that are not escaped, also within code. */
function cellsOf(line: string | null): string[] {
  const cells = (line ?? '').replace(/^\|/, '').split(/(?<!\\)\|/);
  if (cells.length > 1 && cells.at(-1)!.trim() === '') cells.pop();
  return cells.map((cell) => cell.replaceAll('\\|', '|').trim());
}
