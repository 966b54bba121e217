declare module 'markdown-it-footnote' {
  import type { MarkdownIt } from 'markdown-it';

  /** Adds the rules for footnotes. */
  const footnotes: (parser: MarkdownIt) => void;
  export = footnotes;
}
