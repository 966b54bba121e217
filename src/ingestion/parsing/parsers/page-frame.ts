import { isBlockElement, isUnseen } from './html-blocks.ts';
import { type HtmlElement, type HtmlNode, isElement, traverse } from './html-tree.ts';
import type { MainContent } from './main-content.ts';

/**
 * What a reader sees of a page besides its content (menus, notices, the imprint), a line for each block. A line of which
 * every piece stands in the content, too, is taken for part of it.
 */
export function frameOf(tree: HtmlNode, content: MainContent): string[] {
  const shown = new Set<string>();
  visitPieces(content.root, content.leaveOut, { text: (piece) => shown.add(piece), endLine: () => {} });
  const lines: string[] = [];
  let line: string[] = [];
  let isNew = false;
  visitPieces(tree, () => false, {
    text(piece) {
      line.push(piece);
      isNew ||= !shown.has(piece);
    },
    endLine() {
      if (isNew) lines.push(line.join(' '));
      if (line.length > 0) line = [];
      isNew = false;
    },
  });
  return lines;
}

/** Pieces of text, none empty, and the ends of the blocks that they stand in. */
function visitPieces(
  root: HtmlNode,
  leaveOut: (element: HtmlElement) => boolean,
  { text, endLine }: { text: (piece: string) => void; endLine: () => void },
): void {
  traverse(root, {
    enter(node) {
      if (isElement(node)) {
        if (isPassedOver(node) || leaveOut(node)) return 'skip';
        if (isBlockElement(node)) endLine();
      } else if (node.nodeName === '#text' && 'value' in node) {
        const piece = node.value.replace(/\s+/g, ' ').trim();
        if (piece !== '') text(piece);
      }
      return undefined;
    },
    leave(node) {
      if (isElement(node) && isBlockElement(node)) endLine();
    },
  });
  endLine();
}

/** What a button says is seen. */
function isPassedOver(element: HtmlElement): boolean {
  return element.tagName !== 'button' && isUnseen(element);
}
