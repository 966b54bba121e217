import { visibleTextOf } from './html-blocks.ts';
import {
  attributeOf,
  findElement,
  type HtmlElement,
  type HtmlNode,
  isElement,
  isWithin,
  traverse,
} from './html-tree.ts';
import { MAIN_ELEMENTS, type MainContent } from './main-content.ts';

/**
 * Finds the main heading: an `h1` outside of menus and the like that the title begins with, else the only one, if the
 * title has its words or it stands in the page's main part. The name of the site, a link to its start, is not a heading.
 *
 * @param title Of the `title` element.
 * @returns The element is null when the page has no main heading, or several of equal rank; `isMissing` says whether the
 * content lacks it, as an article is found without what stands above it.
 */
export function headingOf(tree: HtmlNode, content: MainContent, title: string) {
  const headings = headingsIn(tree, ({ tagName }) => tagName === 'h1').filter(({ isSite }) => !isSite);
  const [first] = headings;
  const isOnly = headings.length === 1 && first && (first.isInMain || sharesWords(first.text, title));
  const main =
    headings.find(({ text }) => title.toLowerCase().startsWith(text.toLowerCase())) ??
    (isOnly ? first : null);
  if (!main) return { element: null, text: '', isMissing: false };
  const within = headingsIn(
    content.root,
    (element) => /^h[1-6]$/.test(element.tagName) && !content.leaveOut(element),
  );
  return { ...main, isMissing: !within.some(({ text }) => text === main.text) };
}

/** Whether half of the words, or all that are written without spaces, are in a title; any are where there is none. */
function sharesWords(heading: string, title: string): boolean {
  const words = heading.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const shared = words.filter((word) => title.toLowerCase().includes(word));
  return title === '' || shared.length * 2 >= words.length;
}

/** A title without the name of its site, when the page's heading tells the two apart. */
export function titleWithin(title: string, heading: string): string {
  return heading !== '' && title.toLowerCase().includes(heading.toLowerCase()) ? heading : title || heading;
}

const FRAME_ELEMENTS: ReadonlySet<string> = new Set(['nav', 'aside', 'footer', 'dialog']);

/** Those with a text, in their order. */
function headingsIn(root: HtmlNode, isHeading: (element: HtmlElement) => boolean) {
  const found: { element: HtmlElement; text: string; isInMain: boolean; isSite: boolean }[] = [];
  traverse(root, {
    enter(node) {
      if (FRAME_ELEMENTS.has(node.tagName) || attributeOf(node, 'hidden') !== undefined) return 'skip';
      if (!isHeading(node)) return;
      const text = visibleTextOf(node);
      const isInMain = isWithin(node, MAIN_ELEMENTS);
      if (text !== '') found.push({ element: node, text, isInMain, isSite: leadsToStart(node, text) });
      return 'skip';
    },
  });
  return found;
}

/** Whether all of a heading is a link to the root of a site. */
function leadsToStart(heading: HtmlElement, text: string): boolean {
  const link = findElement(heading, 'a') ?? heading.parentNode;
  if (!link || !isElement(link) || link.tagName !== 'a' || visibleTextOf(link) !== text) return false;
  return /^(?:https?:\/\/[^/?#]+)?\/?(?:index\.\w+)?$|^\.\/?$/.test(attributeOf(link, 'href') ?? '');
}
