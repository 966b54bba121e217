/** A parsed file: one text, and blocks as ranges of it. */
export interface ParsedDocument {
  /** The document's own title (metadata, first heading); null when it has none. */
  readonly title: string | null;
  /** The title is a heading that may name a part only: of a lower level, or below other headings. */
  readonly isTitleUnsure?: boolean;
  /**
   * The whole extracted text; blocks are ranges of it, separated by blank lines, or by a space or nothing where a
   * sentence continues in the next block, on another page. NFC, `\n` line ends, no NUL. The frame follows the last block.
   */
  readonly text: string;
  /** In reading order, not overlapping, none empty. */
  readonly blocks: readonly Block[];
  /** Text around the content: menus, legal notice, running headers and footers. It can be read but never answers. */
  readonly frame?: readonly FrameLine[];
  /** Number of pages; null for formats without pages. */
  readonly pages: number | null;
}

/** A range of the document's text outside of the blocks. */
export interface FrameLine {
  readonly start: number;
  readonly end: number;
  readonly page: number | null;
}

export interface Block {
  readonly kind: 'heading' | 'paragraph' | 'list_item' | 'table' | 'code';
  /** Offsets into the document's text, in UTF-16 units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** 1–6 for a heading. */
  readonly level?: number;
  /** 1-based page on which the block begins; null for formats without pages. */
  readonly page: number | null;
  /** The enclosing sections, outermost first, when the format states them; otherwise the headings above decide. */
  readonly section?: readonly string[];
}
