import MarkdownIt, { type Token } from 'markdown-it';
import footnotes from 'markdown-it-footnote';
import { parseFragment } from 'parse5';
import { isNameAndValue } from '../../../../text/name-and-value.ts';
import { inOneLine } from '../../../../text/quotation.ts';
import { type DocumentText, startDocumentText } from '../../document-text.ts';
import type { ParsedDocument } from '../../parsed-document.ts';
import { decodeText } from '../decode-text.ts';
import { addPlainTable } from '../table-lines.ts';
import { addHtmlBlocks } from './html-blocks.ts';
import { addressBeside } from './link-address.ts';
import { readPage } from './markdown-page.ts';

/**
 * Markdown (CommonMark with GitHub's tables, task lists and footnotes) as readable text: no markup, no comments, of the
 * addresses of links only those of people, and of the front matter and of the dialects of site generators and wikis only
 * what their pages show.
 *
 * @throws {IngestFailure} `no_text`, `damaged_file` or `too_complex`.
 */
export function parseMarkdown(bytes: Uint8Array, file?: { readonly filename: string }): ParsedDocument {
  const { title, source, hasIndentedCode } = readPage(
    decodeText(bytes).replace(/\r\n?/g, '\n'),
    file?.filename,
  );
  const document = startDocumentText();
  for (const piece of hasManyMarks(source) ? piecesOf(source) : [source]) {
    const tokens = tokensOf(piece, { hasIndentedCode });
    if (tokens) addBlocks(tokens, document);
    else document.add('paragraph', piece);
  }
  return document.finish({ title });
}

/** A token takes up to 700 bytes for each mark. Sources with more marks, about 2 MB of text, are read in pieces. */
const MARKS_MAX = 250_000;

/** Marks are characters that the syntax may use, line ends included. */
function hasManyMarks(source: string): boolean {
  if (source.length <= MARKS_MAX) return false;
  return source.replace(/[\p{L}\p{N}\p{Zs}.,;]+/gu, '').length > MARKS_MAX;
}

/** Pieces that end with a paragraph, or with a line of a longer one. Code that is cut continues as code. */
function piecesOf(source: string): string[] {
  const pieces: string[] = [];
  let fence = '';
  for (let start = 0; start < source.length; ) {
    const most = start + PIECE_UNITS_MAX;
    const ends =
      most < source.length ? [source.lastIndexOf('\n\n', most), source.lastIndexOf('\n', most)] : [];
    const end = ends.find((at) => at > start) ?? most;
    const piece = fence + source.slice(start, end);
    pieces.push(piece);
    const fences = piece.match(FENCE) ?? [];
    fence = fences.length % 2 === 1 ? `${fences.at(-1)}\n` : '';
    start = end;
  }
  return pieces;
}

const PIECE_UNITS_MAX = 50_000;
const FENCE = /^ {0,3}(?:`{3,}|~{3,})/gm;

/**
 * Parses CommonMark with GitHub's tables, struck-out text and footnotes, which stay where they are defined.
 *
 * @returns Tokens in reading order; those of type `inline` have the tokens of their text as `children`. Null when nesting
 * overflows the parser's stack.
 */
function tokensOf(source: string, { hasIndentedCode }: { hasIndentedCode: boolean }): Token[] | null {
  try {
    return (hasIndentedCode ? WITH_INDENTED_CODE : WITHOUT_INDENTED_CODE).parse(source, {});
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
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
  return parser.use(footnotes).disable(['footnote_inline', 'footnote_tail']);
}

function addBlocks(tokens: readonly Token[], document: DocumentText): void {
  /** The numbers of the next items of the open lists, innermost last; null in those without. */
  const lists: (number | null)[] = [];
  /** What a list item begins with, until its first block. */
  let mark = '';
  let level: number | undefined;
  let rows: string[][] | undefined;
  for (const token of tokens) {
    const { type, content } = token;
    if (type === 'ordered_list_open') lists.push(Number(token.attrGet('start') ?? 1));
    else if (type === 'bullet_list_open') lists.push(null);
    else if (type === 'ordered_list_close' || type === 'bullet_list_close') lists.pop();
    else if (type === 'list_item_open') {
      const number = lists.pop() ?? null;
      mark = number === null ? '- ' : `${number}. `;
      lists.push(number === null ? null : number + 1);
    } else if (type === 'list_item_close') mark = '';
    else if (type === 'heading_open') level = Number(token.tag.slice(1));
    else if (type === 'heading_close') level = undefined;
    else if (type === 'table_open') rows = [];
    else if (type === 'tr_open') rows!.push([]);
    else if (type === 'table_close') {
      addPlainTable(document, rows!, { hasHead: true });
      rows = undefined;
    } else if (type === 'inline' && rows) rows.at(-1)!.push(inOneLine(textOf(token)));
    else if (type === 'inline' && level) document.add('heading', inOneLine(textOf(token)), { level });
    else if (type === 'inline') {
      const text = withoutCheckbox(paragraphOf(token).trim(), mark);
      document.add(lists.length > 0 ? 'list_item' : 'paragraph', text === '' ? '' : mark + text);
    } else if (type === 'fence' || type === 'code_block') document.add('code', content);
    else if (type === 'html_block')
      addHtmlBlocks(parseFragment(content, { scriptingEnabled: false }), document);
    // A block has been added.
    if (token.nesting === 0) mark = '';
  }
}

function withoutCheckbox(text: string, mark: string): string {
  return mark === '' ? text : text.replace(/^\[[ xX]\]\s+/, '');
}

/** A line end in the source is a space, except between lines of names and values; a hard break ends a line. */
function paragraphOf(token: Token): string {
  const text = textOf(token).replace(/ {2,}/g, ' ');
  const isRecord = text.split(SOFT_BREAK).every(isNameAndValue);
  return text.replaceAll(SOFT_BREAK, isRecord ? '\n' : ' ');
}

/** Stands for a line end in the source until it is known what becomes of it. */
const SOFT_BREAK = '\u2028';

/** The text of an `inline` token or an image's description. */
function textOf({ children }: Token): string {
  let text = '';
  let struck = 0;
  let previous = '';
  /** The open link, and where its words begin. */
  let link: Token | undefined;
  let words = 0;
  for (const child of children ?? []) {
    const { type, content } = child;
    // Struck-out text no longer applies.
    if (type === 's_open') struck++;
    else if (type === 's_close') struck--;
    if (struck > 0) continue;
    if (type === 'text') text += withSoftBreaks(previous === 'softbreak' ? content.trimStart() : content);
    else if (type === 'code_inline') text += content;
    else if (type === 'softbreak') text += SOFT_BREAK;
    else if (type === 'hardbreak' || (type === 'html_inline' && /^<br\b/i.test(content))) text += '\n';
    else if (type === 'image') text += textOf(child);
    else if (type === 'link_open') [link, words] = [child, text.length];
    else if (type === 'link_close')
      text += addressBeside(text.slice(words), String(link?.attrGet('href') ?? ''));
    previous = type;
  }
  return text;
}

const LINE_END = /[\n\u2028]/;

function withSoftBreaks(text: string): string {
  // Few texts have one, and the expression tries every space.
  return LINE_END.test(text) ? text.replace(/(?<!\s)\s*[\n\u2028]\s*/g, SOFT_BREAK) : text;
}
