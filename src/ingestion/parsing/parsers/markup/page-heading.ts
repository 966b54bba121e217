import { visibleTextOf } from './html-blocks.ts';
import {
  attributeOf,
  findElement,
  type HtmlElement,
  type HtmlNode,
  isElement,
  traverse,
} from './html-tree.ts';
import type { MainContent } from './main-content.ts';

/** The heading of a page, and its title. */
export interface PageHeading {
  /** The main heading; null when the page has none, or several of equal rank. */
  readonly element: HtmlElement | null;
  /** The text of the heading. */
  readonly text: string;
  /** Whether the content lacks it: an article is found without what stands above it. */
  readonly isMissing: boolean;
}

/**
 * Finds the main heading: an `h1` outside of menus and the like that the title begins with, else the only one. The name of the site, a link to its start, is not a heading.
 *
 * @param title Of the `title` element.
 */
export function headingOf(tree: HtmlNode, content: MainContent, title: string): PageHeading {
  const headings = headingsIn(tree, ({ tagName }) => tagName === 'h1').filter(({ isSite }) => !isSite);
  const [first] = headings;
  const main =
    headings.find(({ text }) => title.toLowerCase().startsWith(text.toLowerCase())) ??
    (headings.length === 1 ? first : null);
  if (!main) return { element: null, text: '', isMissing: false };
  const within = headingsIn(
    content.root,
    (element) => /^h[1-6]$/.test(element.tagName) && !content.leaveOut(element),
  );
  return { ...main, isMissing: !within.some(({ text }) => text === main.text) };
}

/** A title without the name of its site, when the page's heading tells the two apart. */
export function titleWithin(title: string, heading: string): string {
  return heading !== '' && title.toLowerCase().includes(heading.toLowerCase()) ? heading : title || heading;
}

const FRAME_ELEMENTS: ReadonlySet<string> = new Set(['nav', 'aside', 'footer', 'dialog']);

interface FoundHeading {
  readonly element: HtmlElement;
  readonly text: string;
  readonly isSite: boolean;
}

/** Those with a text, in their order. */
function headingsIn(root: HtmlNode, isHeading: (element: HtmlElement) => boolean): FoundHeading[] {
  const found: FoundHeading[] = [];
  traverse(root, {
    enter(node) {
      if (!isElement(node)) return undefined;
      if (FRAME_ELEMENTS.has(node.tagName) || attributeOf(node, 'hidden') !== undefined) return 'skip';
      if (!isHeading(node)) return undefined;
      const text = visibleTextOf(node);
      if (text !== '') found.push({ element: node, text, isSite: leadsToStart(node, text) });
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
