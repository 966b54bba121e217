import { attributeOf, type HtmlElement, traverse } from './html-tree.ts';

/**
 * Whether an element is a mark beside the text instead of a part of it: the number of a footnote or reference in a
 * sentence, the way back from a note, the anchor of a heading, a wiki's link to edit a section.
 */
export function isReaderMark(element: HtmlElement): boolean {
  const { tagName } = element;
  if (tagName === 'span') return /\bmw-editsection\b/.test(attributeOf(element, 'class') ?? '');
  if (tagName !== 'sup' && tagName !== 'a') return false;
  if (tagName === 'a' && ROLE.test(ROLE_ATTRIBUTES.map((name) => attributeOf(element, name)).join(' ')))
    return true;
  const { text, hasLinkWithin } = contentOf(element);
  return hasLinkWithin && (tagName === 'sup' ? NUMBERS : SIGN).test(text);
}

const ROLE_ATTRIBUTES = ['role', 'epub:type', 'class', 'rel', 'rev'];
const ROLE = /\b(?:doc-)?(?:noteref|backlink)\b|\bfootnote-?(?:ref|back|backref|reference)\b/;
/** Of notes and references, with or without brackets. */
const NUMBERS =
  /^(?:\[?(?:\d{1,4}(?!\d)|[a-z]|[*†‡§]{1,3}(?![*†‡§])|(?:note|nb) \d{1,3}(?!\d))\]?[\s,]{0,3})+$/i;
const SIGN = /^[#¶§↩🔗]\ufe0e?$/u;

/** Elements and texts looked at: a mark has few. */
const NODES_MAX = 30;
const TEXT_CHARACTERS_MAX = 100;

/** The text, and whether there is a link to a place in a document. */
function contentOf(element: HtmlElement): { text: string; hasLinkWithin: boolean } {
  let text = '';
  let hasLinkWithin = false;
  let nodes = 0;
  traverse(element, {
    text(more) {
      if (++nodes <= NODES_MAX) text += more.slice(0, TEXT_CHARACTERS_MAX);
    },
    enter(node) {
      if (++nodes > NODES_MAX) return 'skip';
      if (node.tagName === 'a') hasLinkWithin ||= attributeOf(node, 'href')?.includes('#') ?? false;
    },
  });
  return { text: nodes > NODES_MAX ? '' : text.trim(), hasLinkWithin };
}
