/** What a parser makes of a file: one text, and the blocks that stand in it. */
export interface ParsedDocument {
  /** The document's own title (metadata, first heading); null when it has none. */
  readonly title: string | null;
  /**
   * The whole extracted text; blocks are ranges of it, blank lines between them. NFC, `\n` line ends, no NUL. Behind the
   * last block stands the frame.
   */
  readonly text: string;
  /** In reading order, not overlapping, none empty. */
  readonly blocks: readonly Block[];
  /** What frames the content: menus, an imprint, running heads and feet. It can be read, and never answers. */
  readonly frame?: readonly FrameLine[];
  /** Number of pages; null for formats without pages. */
  readonly pages: number | null;
}

/** A range of the document's text, as of a block. */
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
  /** What it stands in, outermost first, where the format says so by itself; otherwise the headings above it do. */
  readonly section?: readonly string[];
}
