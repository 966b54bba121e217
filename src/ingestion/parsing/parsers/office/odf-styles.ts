import { attributeNamed, type XmlAttributes } from '../xml.ts';

/** The meaning of a document's own styles. */
export interface OdfStyles {
  open(name: string, attributes: XmlAttributes): void;
  close(name: string): void;
  /** Whether text of the style is the document's title. */
  isTitle(style: string | undefined): boolean;
  /** Whether sheets of the style are hidden. */
  isHidden(style: string | undefined): boolean;
}

/** Collects the styles while a file is read: they precede the text. */
export function createOdfStyles(): OdfStyles {
  const titles = new Set(['Title']);
  const hidden = new Set<string>();
  let current: string | undefined;
  return {
    open(name, attributes) {
      if (name === 'style') {
        current = attributeNamed(attributes, 'name');
        const parent = attributeNamed(attributes, 'parent-style-name');
        if (current !== undefined && parent === 'Title') titles.add(current);
      } else if (name === 'table-properties' && attributeNamed(attributes, 'display') === 'false') {
        if (current !== undefined) hidden.add(current);
      }
    },
    close(name) {
      if (name === 'style') current = undefined;
    },
    isTitle: (style) => style !== undefined && titles.has(style),
    isHidden: (style) => style !== undefined && hidden.has(style),
  };
}
