import { visibleTextOf } from './html-blocks.ts';
import { attributeOf, type HtmlElement, type HtmlNode, traverse } from './html-tree.ts';

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
  const buttons: { button: HtmlElement; place: number; isTitle: boolean }[] = [];
  // Elements that the present one is in.
  const around = { menus: 0, titles: 0, buttons: 0 };
  let place = 0;
  const enterOrLeave = ({ tagName }: HtmlElement, isButton: boolean, step: 1 | -1) => {
    if (MENU_ELEMENTS.has(tagName)) around.menus += step;
    if (TITLE_ELEMENTS.has(tagName)) around.titles += step;
    if (isButton) around.buttons += step;
  };
  traverse(tree, {
    enter(node) {
      place++;
      const isButton = isDisclosure(node);
      if (isButton && around.menus + around.buttons === 0 && /\p{L}/u.test(visibleTextOf(node)))
        buttons.push({ button: node, place, isTitle: around.titles > 0 });
      enterOrLeave(node, isButton, 1);
      const id = attributeOf(node, 'id');
      if (id && !places.has(id)) places.set(id, { element: node, place });
    },
    leave: (node) => enterOrLeave(node, isDisclosure(node), -1),
  });
  for (const { button, place: own, isTitle } of buttons) {
    const ids = attributeOf(button, 'aria-controls')?.split(/\s+/).filter(Boolean) ?? [];
    const panels = ids.flatMap((id) => places.get(id) ?? []);
    for (const { element } of panels)
      element.attrs = element.attrs.filter(({ name }) => !['hidden', 'aria-hidden', 'style'].includes(name));
    // "Show more" stands behind the text that it opens.
    if (panels.some((panel) => panel.place < own)) continue;
    button.tagName = isTitle ? 'span' : 'h6';
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
