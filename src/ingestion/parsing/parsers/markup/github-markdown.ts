import MarkdownIt, { type Token } from 'markdown-it';
import footnotes from 'markdown-it-footnote';

/**
 * Parses CommonMark with GitHub's tables, struck-out text and footnotes. Footnotes stay where they are defined.
 *
 * @param options.hasIndentedCode Whether lines indented by four spaces are code.
 * @returns Tokens in reading order; those of type `inline` have the tokens of their text as `children`.
 * @throws {RangeError} When nesting overflows the stack.
 */
export function parseGithubMarkdown(
  source: string,
  { hasIndentedCode }: { hasIndentedCode: boolean },
): Token[] {
  return (hasIndentedCode ? WITH_INDENTED_CODE : WITHOUT_INDENTED_CODE).parse(source, {});
}

const WITH_INDENTED_CODE = createParser();
const WITHOUT_INDENTED_CODE = createParser().disable('code');

function createParser() {
  // Deeper content would be dropped, so nothing but the stack bounds the nesting.
  const parser = new MarkdownIt({ html: true, maxNesting: Number.POSITIVE_INFINITY });
  // Addresses are not shown, so they need not be safe.
  parser.validateLink = () => true;
  parser.normalizeLink = (url) => url;
  parser.normalizeLinkText = (url) => url;
  return parser.use(footnotes).disable(['footnote_inline', 'footnote_tail']);
}
