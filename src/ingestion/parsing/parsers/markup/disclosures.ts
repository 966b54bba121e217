import { visibleTextOf } from './html-blocks.ts';
import { attributeOf, type HtmlElement, type HtmlNode, isWithin, traverse } from './html-tree.ts';

/** Elements in which a button opens a menu, sends a form, or already is a heading's text. */
const MENU_ELEMENTS: ReadonlySet<string> = new Set('nav header footer form menu'.split(' '));
const TITLE_ELEMENTS: ReadonlySet<string> = new Set('h1 h2 h3 h4 h5 h6 dt summary'.split(' '));

/**
 * Opens the disclosures of a page (accordions, as in most FAQs): a button that shows or hides the text behind it becomes
 * a heading over that text, or the words of the heading that it stands in, and the text is no longer hidden.
 *
 * @param tree Is changed.
 * @returns Whether there was any.
 * @see WAI-ARIA Authoring Practices, "Disclosure" and "Accordion": `aria-expanded`, `aria-controls`.
 */
export function openDisclosures(tree: HtmlNode): boolean {
  const places = new Map<string, { element: HtmlElement; place: number }>();
  const buttons: { button: HtmlElement; place: number }[] = [];
  let place = 0;
  traverse(tree, {
    enter(node) {
      place++;
      const id = attributeOf(node, 'id');
      if (id && !places.has(id)) places.set(id, { element: node, place });
      if (!isDisclosure(node)) return;
      if (!isWithin(node, MENU_ELEMENTS) && /\p{L}/u.test(visibleTextOf(node)))
        buttons.push({ button: node, place });
      return 'skip';
    },
  });
  for (const { button, place: own } of buttons) {
    const ids = attributeOf(button, 'aria-controls')?.split(/\s+/).filter(Boolean) ?? [];
    const panels = ids.flatMap((id) => places.get(id) ?? []);
    for (const { element } of panels)
      element.attrs = element.attrs.filter(({ name }) => !['hidden', 'aria-hidden', 'style'].includes(name));
    // "Show more" stands behind the text that it opens.
    if (panels.some((panel) => panel.place < own)) continue;
    button.tagName = isWithin(button, TITLE_ELEMENTS) ? 'span' : 'h6';
    button.nodeName = button.tagName;
    button.attrs = [];
  }
  return buttons.length > 0;
}

function isDisclosure(element: HtmlElement): boolean {
  return (
    (element.tagName === 'button' || attributeOf(element, 'role') === 'button') &&
    attributeOf(element, 'aria-expanded') !== undefined &&
    attributeOf(element, 'aria-haspopup') === undefined &&
    attributeOf(element, 'hidden') === undefined
  );
}
