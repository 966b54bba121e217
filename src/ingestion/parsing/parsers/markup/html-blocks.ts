import type { DocumentText } from '../../document-text.ts';
import type { Block } from '../../parsed-document.ts';
import { addPlainTable } from '../table-lines.ts';
import { tableRowsOf } from './html-table.ts';
import { attributeOf, type HtmlElement, type HtmlNode, isElement, rawTextOf, traverse } from './html-tree.ts';
import { addressBeside } from './link-address.ts';
import { isReaderMark } from './reader-marks.ts';

/**
 * Adds the visible text of an HTML tree: headings, paragraphs, list items, tables (a line for each row, ` | ` between
 * cells) and preformatted code. Scripts, styles, form controls, hidden elements and struck-out text are left out.
 *
 * @param options.leaveOut Further elements to skip: the frame of a page around its content.
 */
export function addHtmlBlocks(
  root: HtmlNode,
  document: DocumentText,
  { leaveOut = () => false }: { leaveOut?: (element: HtmlElement) => boolean } = {},
): void {
  const kinds: { element: HtmlElement; kind: Block['kind']; level?: number }[] = [];
  let pieces: string[] = [];
  let hasTerm = false;
  /** In a `dd` after its term, before its first word. */
  let opensMeaning = false;
  const listMarks = createListMarks();
  /** Of a list item, until its first text. */
  let mark = '';

  const endBlock = () => {
    let text = collapse(pieces.join('')).trim();
    pieces = [];
    if (text !== '') {
      text = mark + text;
      mark = '';
    }
    const { kind = 'paragraph', level } = kinds.at(-1) ?? {};
    document.add(kind, text, { level });
  };

  traverse(root, {
    text(text) {
      pieces.push(text.replace(/\s+/g, ' '));
      opensMeaning &&= text.trim() === '';
    },
    enter(node) {
      const { tagName } = node;
      if (isUnseen(node) || leaveOut(node)) return 'skip';
      if (tagName === 'br') pieces.push('\n');
      if (!isBlockElement(node)) return;
      if (tagName === 'dd' && hasTerm) pieces = [pieces.join('').trimEnd(), ': '];
      else if (tagName !== 'p' || !opensMeaning) endBlock();
      opensMeaning = tagName === 'dd' && hasTerm;
      hasTerm = false;
      if (tagName === 'pre') {
        mark = '';
        document.add('code', rawTextOf(node));
        return 'skip';
      }
      if (tagName === 'table') {
        const table = tableRowsOf(node, visibleTextOf);
        if (table) {
          addPlainTable(document, table.rows, table);
          return 'skip';
        }
      }
      const heading = /^h([1-6])$/.exec(tagName);
      if (heading) kinds.push({ element: node, kind: 'heading', level: Number(heading[1]) });
      else if (tagName === 'li') {
        kinds.push({ element: node, kind: 'list_item' });
        mark = listMarks(node);
      }
    },
    leave(node) {
      pieces.push(addressOf(node));
      if (!isBlockElement(node)) return;
      // A term and its definition form one line: neither makes sense alone.
      hasTerm = node.tagName === 'dt' && isTerm(pieces.join(''));
      if (!hasTerm) endBlock();
      if (kinds.at(-1)?.element === node) kinds.pop();
      if (node.tagName === 'li') mark = '';
    },
  });
  endBlock();
}

/** The visible text of an element, on one line. */
export function visibleTextOf(
  root: HtmlNode,
  { leaveOut = () => false }: { leaveOut?: (element: HtmlElement) => boolean } = {},
): string {
  const pieces: string[] = [];
  traverse(root, {
    text: (text) => void pieces.push(text),
    enter(node) {
      if (node !== root && (isUnseen(node) || leaveOut(node))) return 'skip';
      if (node.tagName === 'br' || isBlockElement(node)) pieces.push(' ');
    },
    leave: (node) => void pieces.push(addressOf(node)),
  });
  return pieces.join('').replace(/\s+/g, ' ').trim();
}

function addressOf(element: HtmlElement): string {
  return element.tagName === 'a' ? addressBeside(rawTextOf(element), attributeOf(element, 'href') ?? '') : '';
}

/** Marks list items as they are met: the label that their file gives, `2. ` in an ordered list, else `- `. */
function createListMarks(): (item: HtmlElement) => string {
  const next = new Map<HtmlElement, number>();
  return (item) => {
    const label = attributeOf(item, 'data-list-label');
    if (label !== undefined) return `${label} `;
    const { parentNode: list } = item;
    if (!list || !isElement(list) || list.tagName !== 'ol') return '- ';
    const number = next.get(list) ?? (Number.parseInt(attributeOf(list, 'start') ?? '1', 10) || 1);
    next.set(list, number + 1);
    return `${number}. `;
  };
}

/** Short, without closing punctuation. */
function isTerm(text: string): boolean {
  const term = text.trim();
  return (
    term !== '' && term.length <= TERM_CHARACTERS_MAX && !/[\p{P}\n]$/u.test(term.replace(/[)\]"'”’»]$/, ''))
  );
}

const TERM_CHARACTERS_MAX = 100;

/** Collapses white space, except the line breaks that stand for `<br>`. */
function collapse(text: string): string {
  return text.replace(/ *\n */g, '\n').replace(/ +/g, ' ');
}

/** Whether an element is invisible, or its text is a control's or a mark beside the text. */
export function isUnseen(element: HtmlElement): boolean {
  if (UNSEEN_ELEMENTS.has(element.tagName) || isReaderMark(element)) return true;
  if (element.attrs.length === 0) return false;
  return (
    attributeOf(element, 'hidden') !== undefined ||
    attributeOf(element, 'aria-hidden') === 'true' ||
    /(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(attributeOf(element, 'style') ?? '')
  );
}

const UNSEEN_ELEMENTS: ReadonlySet<string> = new Set(
  (
    'head script style del s strike noscript template iframe object embed audio video canvas svg ' +
    'select datalist button input textarea dialog'
  ).split(' '),
);

/** Whether an element begins and ends a line. */
export function isBlockElement(element: HtmlElement): boolean {
  return BLOCK_ELEMENTS.has(element.tagName);
}

const BLOCK_ELEMENTS: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body caption center dd details dir div dl dt fieldset figcaption figure ' +
    'footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol p pre section summary ' +
    'table tbody td tfoot th thead tr ul'
  ).split(' '),
);
