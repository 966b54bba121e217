import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { parseFragment } from 'parse5';
import { isNameAndValue } from '../../../../text/name-and-value.ts';
import { type DocumentText, startDocumentText } from '../../document-text.ts';
import type { ParsedDocument } from '../../parsed-document.ts';
import { decodeText } from '../decode-text.ts';
import { addPlainTable } from '../table-lines.ts';
import { addHtmlBlocks } from './html-blocks.ts';
import { addMarkdownLines } from './markdown-lines.ts';
import { readPage } from './markdown-page.ts';

/**
 * Markdown (CommonMark with GitHub's tables, task lists and footnotes) as readable text: no markup, no link addresses,
 * no comments, and of the front matter and of the dialects of site generators and wikis only what their pages show.
 *
 * @throws {IngestFailure} `no_text`, `damaged_file` or `too_complex`.
 */
export function parseMarkdown(bytes: Uint8Array, file?: { readonly filename: string }): ParsedDocument {
  const { title, source, hasIndentedCode } = readPage(
    decodeText(bytes).replace(/\r\n?/g, '\n'),
    file?.filename,
  );
  const document = startDocumentText();
  const tree = countMarks(source) <= TREE_MARKS_MAX ? treeOf(source, { hasIndentedCode }) : null;
  if (tree) addBlocks(tree, document);
  else addMarkdownLines(source, document);
  return document.finish({ title });
}

/**
 * A syntax tree takes some 10 KB and 0.1 ms for each mark, more when nested: this many marks are a source of about 200
 * KB. Longer sources are read by lines.
 */
const TREE_MARKS_MAX = 25_000;

/** Characters that the syntax may use, line ends included. */
function countMarks(source: string): number {
  return source.length - source.replace(/[^\p{L}\p{N}\p{Zs}.,;]/gu, '').length;
}

// Built once: building takes as long as reading a page.
const GITHUB = githubWithoutBareLinks(gfm());
const GITHUB_WITHOUT_TABLES = githubWithoutBareLinks({ ...gfm(), flow: {} });

const WITHOUT_INDENTED_CODE = { disable: { null: ['codeIndented'] } };

/** Every table has a pipe, or a colon next to a dash; without them no line need be tried as a table head. */
const MAY_HOLD_TABLE = /\||:-|-:/;

/** Bare addresses are text either way, and looking for them at every letter takes two thirds of the time. */
function githubWithoutBareLinks(syntax: ReturnType<typeof gfm>) {
  const text = Object.entries(syntax.text ?? {}).map(([code, constructs]) => {
    const kept = [constructs ?? []].flat().filter(({ name }) => !name?.endsWith('Autolink'));
    return [code, kept] as const;
  });
  return {
    extensions: [{ ...syntax, text: Object.fromEntries(text.filter(([, kept]) => kept.length > 0)) }],
    mdastExtensions: gfmFromMarkdown().filter(({ transforms }) => transforms === undefined),
  };
}

type Root = ReturnType<typeof fromMarkdown>;
type Nodes = Root | Root['children'][number];
type List = Extract<Nodes, { type: 'list' }>;
type Table = Extract<Nodes, { type: 'table' }>;
type PhrasingContent = Extract<Nodes, { type: 'paragraph' }>['children'][number];

/** Null when nesting overflows the parser's stack. */
function treeOf(source: string, { hasIndentedCode }: { hasIndentedCode: boolean }): Root | null {
  const github = MAY_HOLD_TABLE.test(source) ? GITHUB : GITHUB_WITHOUT_TABLES;
  const extensions = hasIndentedCode ? github.extensions : [...github.extensions, WITHOUT_INDENTED_CODE];
  try {
    return fromMarkdown(source, { ...github, extensions });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

interface Waiting {
  readonly node: Nodes;
  readonly kind: 'paragraph' | 'list_item';
  /** Mark of a list item, before its first paragraph. */
  readonly mark?: string;
}

function addBlocks(root: Root, document: DocumentText): void {
  const waiting: Waiting[] = [{ node: root, kind: 'paragraph' }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, mark = '' } = next;
    const kind: Waiting['kind'] = node.type === 'listItem' ? 'list_item' : next.kind;
    if (node.type === 'paragraph') {
      const text = paragraphOf(node.children).trim();
      document.add(kind, text === '' ? '' : mark + text);
    } else if (node.type === 'heading')
      document.add('heading', inOneLine(textOf(node.children)), { level: node.depth });
    else if (node.type === 'code') document.add('code', node.value);
    else if (node.type === 'table') addPlainTable(document, rowsOf(node), { hasHead: true });
    else if (node.type === 'html')
      addHtmlBlocks(parseFragment(node.value, { scriptingEnabled: false }), document);
    else if ('children' in node) {
      for (const [index, child] of [...node.children.entries()].toReversed()) {
        const own = node.type === 'list' ? markOf(node, index) : index === 0 ? mark : '';
        waiting.push({ node: child, kind, mark: own });
      }
    }
  }
}

/** `2. ` or `- `. */
function markOf({ ordered, start }: List, index: number): string {
  return ordered ? `${(start ?? 1) + index}. ` : '- ';
}

function rowsOf(table: Table): string[][] {
  return table.children.map((row) =>
    row.children.map((cell) => textOf(cell.children).replace(/\s+/g, ' ').trim()),
  );
}

/** A line end in the source is a space, except between lines of names and values; a hard break ends a line. */
function paragraphOf(content: readonly PhrasingContent[]): string {
  const text = textOf(content).replace(/ {2,}/g, ' ');
  const isRecord = text.split(SOFT_BREAK).every(isNameAndValue);
  return isRecord ? text.replaceAll(SOFT_BREAK, '\n') : inOneLine(text);
}

function inOneLine(text: string): string {
  return text.replaceAll(SOFT_BREAK, ' ');
}

/** Stands for a line end in the source until it is known what becomes of it. */
const SOFT_BREAK = '\u2028';

function textOf(content: readonly PhrasingContent[]): string {
  return content
    .map((node) => {
      if (node.type === 'text') return node.value.replace(/(?<!\s)\s*[\n\u2028]\s*/g, SOFT_BREAK);
      if (node.type === 'inlineCode') return node.value;
      // Struck-out text no longer applies.
      if (node.type === 'delete') return '';
      if (node.type === 'break' || (node.type === 'html' && /^<br\b/i.test(node.value))) return '\n';
      if (node.type === 'image' || node.type === 'imageReference') return node.alt ?? '';
      return 'children' in node ? textOf(node.children) : '';
    })
    .join('');
}
