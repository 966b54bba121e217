import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { parseFragment } from 'parse5';
import { visibleTextOf } from './html-blocks.ts';
import { attributeOf, type HtmlElement, type HtmlNode, isWithin, traverse } from './html-tree.ts';

/** The part of a page to read, and its elements to skip. */
export interface MainContent {
  readonly root: HtmlNode;
  readonly leaveOut: (element: HtmlElement) => boolean;
}

/**
 * The article of a page as Readability finds it. A page that is no article (an index, a table, search results) loses
 * most of its text that way; then the body without menus and footers is used, or the whole body when these hold nearly
 * all of it.
 */
export function mainContentOf(html: string, tree: HtmlNode): MainContent {
  const whole = { root: tree, leaveOut: () => false };
  const unframed = { root: tree, leaveOut: isFrame };
  const unframedLength = lengthOf(unframed);
  const body = unframedLength >= lengthOf(whole) * UNFRAMED_SHARE_MIN ? unframed : whole;
  const article = isWithinBounds(tree) ? articleOf(html) : null;
  return article && lengthOf(article) >= unframedLength * ARTICLE_SHARE_MIN ? article : body;
}

/** An article with a smaller share of the body's text is ignored as a mistake. */
const ARTICLE_SHARE_MIN = 0.65;
const UNFRAMED_SHARE_MIN = 0.2;

/** linkedom and Readability recurse: a deep page would overflow the stack. 20,000 elements take them about 1 s. */
const DEPTH_MAX = 400;
const ELEMENTS_MAX = 100_000;

function isWithinBounds(tree: HtmlNode): boolean {
  let elements = 0;
  let deepest = 0;
  traverse(tree, {
    enter(_, depth) {
      elements++;
      deepest = Math.max(deepest, depth);
    },
  });
  return deepest <= DEPTH_MAX && elements <= ELEMENTS_MAX;
}

function articleOf(html: string): MainContent | null {
  try {
    const { document } = parseHTML(html);
    // The names of their classes (`subheader`) would have headings and terms taken for the frame.
    for (const element of document.querySelectorAll('h1,h2,h3,h4,h5,h6,dl,dt,dd')) {
      element.removeAttribute('class');
      element.removeAttribute('id');
      // `<section id="social-ties">` is named after its heading.
      const parent = element.parentElement;
      if (parent?.id && slugOf(element.textContent ?? '').endsWith(slugOf(parent.id)))
        parent.removeAttribute('id');
    }
    const article = new Readability(document as unknown as ReadabilityInput, { keepClasses: true }).parse();
    return article?.content
      ? { root: parseFragment(article.content, { scriptingEnabled: false }), leaveOut: () => false }
      : null;
  } catch {
    return null;
  }
}

function slugOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** The library expects a browser document; linkedom provides what it needs. */
type ReadabilityInput = ConstructorParameters<typeof Readability>[0];

function lengthOf(content: MainContent): number {
  return visibleTextOf(content.root, content).length;
}

/** Whether an element is page frame: menus, footer, side columns. A header may hold the title, and stays. */
function isFrame(element: HtmlElement): boolean {
  // An article's footer may hold footnotes, and its asides remarks.
  if (FRAME_ELEMENTS.has(element.tagName))
    return element.tagName === 'nav' || !isWithin(element, MAIN_ELEMENTS);
  return FRAME_ROLES.has(attributeOf(element, 'role') ?? '');
}

/** Elements that hold the content of a page. */
export const MAIN_ELEMENTS: ReadonlySet<string> = new Set(['article', 'main']);
const FRAME_ELEMENTS: ReadonlySet<string> = new Set(['nav', 'footer', 'aside']);
const FRAME_ROLES: ReadonlySet<string> = new Set(['navigation', 'contentinfo', 'complementary', 'search']);
