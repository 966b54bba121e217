import { isBlockElement, isUnseen } from './html-blocks.ts';
import { type HtmlElement, type HtmlNode, traverse } from './html-tree.ts';
import type { MainContent } from './main-content.ts';

/**
 * The visible text of a page besides its content (menus, notices, the legal notice), a line for each block. A line whose
 * every piece also appears in the content or its heading counts as part of it.
 */
export function frameOf(tree: HtmlNode, content: MainContent, heading: HtmlElement | null): string[] {
  const shown = new Set<string>();
  const show = { text: (piece: string) => shown.add(piece), endLine: () => {} };
  visitPieces(content.root, content.leaveOut, show);
  if (heading) visitPieces(heading, () => false, show);
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

/** Visits the pieces of text, none empty, and the ends of their blocks. */
function visitPieces(
  root: HtmlNode,
  leaveOut: (element: HtmlElement) => boolean,
  { text, endLine }: { text: (piece: string) => void; endLine: () => void },
): void {
  traverse(root, {
    text(written) {
      const piece = written.replace(/\s+/g, ' ').trim();
      if (piece !== '') text(piece);
    },
    enter(element) {
      // The text of a button is visible.
      if ((element.tagName !== 'button' && isUnseen(element)) || leaveOut(element)) return 'skip';
      if (isBlockElement(element)) endLine();
    },
    leave(element) {
      if (isBlockElement(element)) endLine();
    },
  });
  endLine();
}
