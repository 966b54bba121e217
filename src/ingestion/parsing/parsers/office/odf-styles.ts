import { attributeNamed, type XmlAttributes } from '../xml.ts';

/** The meaning of a document's own styles, collected while a file is read: they precede the text. */
export function createOdfStyles() {
  const titles = new Set(['Title']);
  const hidden = new Set<string>();
  let current: string | undefined;
  return {
    open(name: string, attributes: XmlAttributes): void {
      if (name === 'style') {
        current = attributeNamed(attributes, 'name');
        const parent = attributeNamed(attributes, 'parent-style-name');
        if (current !== undefined && parent === 'Title') titles.add(current);
      } else if (name === 'table-properties' && attributeNamed(attributes, 'display') === 'false') {
        if (current !== undefined) hidden.add(current);
      }
    },
    close(name: string): void {
      if (name === 'style') current = undefined;
    },
    /** Whether text of the style is the document's title. */
    isTitle: (style: string | undefined) => style !== undefined && titles.has(style),
    /** Whether sheets of the style are hidden. */
    isHidden: (style: string | undefined) => style !== undefined && hidden.has(style),
  };
}
