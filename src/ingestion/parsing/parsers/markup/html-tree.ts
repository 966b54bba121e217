import type { DefaultTreeAdapterTypes } from 'parse5';

export type HtmlNode = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.ParentNode;
export type HtmlElement = DefaultTreeAdapterTypes.Element;

/** Visits a tree in document order without recursion: pages may nest to any depth. */
export function traverse(
  root: HtmlNode,
  visitor: {
    text?(text: string): void;
    /** `'skip'` leaves the element's children out; `leave` is then not called for it. */
    enter?(element: HtmlElement, depth: number): 'skip' | undefined;
    leave?(element: HtmlElement): void;
  },
): void {
  const open: { node: HtmlNode; next: number }[] = [];
  const visit = (node: HtmlNode) => {
    if (node.nodeName === '#text' && 'value' in node) visitor.text?.(node.value);
    else if (!isElement(node) || visitor.enter?.(node, open.length) !== 'skip') open.push({ node, next: 0 });
  };
  visit(root);
  for (let frame = open.at(-1); frame; frame = open.at(-1)) {
    const child = 'childNodes' in frame.node ? frame.node.childNodes[frame.next++] : undefined;
    if (child) visit(child);
    else {
      open.pop();
      if (isElement(frame.node)) visitor.leave?.(frame.node);
    }
  }
}

export function isElement(node: HtmlNode): node is HtmlElement {
  return 'tagName' in node;
}

/** Whether an element is in another one of these names; not looked for above `ANCESTORS_MAX` elements. */
export function isWithin(element: HtmlElement, tagNames: ReadonlySet<string>): boolean {
  let parent = element.parentNode;
  for (let steps = 0; parent && isElement(parent) && steps < ANCESTORS_MAX; steps++) {
    if (tagNames.has(parent.tagName)) return true;
    parent = parent.parentNode;
  }
  return false;
}

/** Pages nest some fifty deep. */
const ANCESTORS_MAX = 400;

/** The value of an attribute; undefined when the element lacks it. */
export function attributeOf(element: HtmlElement, name: string): string | undefined {
  return element.attrs.find((attribute) => attribute.name === name)?.value;
}

/** The first element of that name in document order. */
export function findElement(root: HtmlNode, tagName: string): HtmlElement | undefined {
  let found: HtmlElement | undefined;
  traverse(root, {
    enter(element) {
      if (!found && element.tagName === tagName) found = element;
      return found && 'skip';
    },
  });
  return found;
}

/** All text below a node, white space included. */
export function rawTextOf(root: HtmlNode): string {
  const pieces: string[] = [];
  traverse(root, {
    text: (text) => void pieces.push(text),
    enter({ tagName }) {
      if (tagName === 'br') pieces.push('\n');
    },
  });
  return pieces.join('');
}
