import { attributeNamed, type XmlAttributes } from './xml.ts';

/** What a document's own styles say of the text that they are given to. */
export interface OdfStyles {
  open(name: string, attributes: XmlAttributes): void;
  close(name: string): void;
  /** Whether text of the style is the document's title. */
  isTitle(style: string | undefined): boolean;
  /** Whether a sheet of the style is not shown. */
  isHidden(style: string | undefined): boolean;
}

/** Learns the styles while a file is read: they stand in front of the text. */
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
