import { splitFrontMatter } from './front-matter.ts';
import { type FrontMatterText, frontMatterText } from './front-matter-text.ts';
import { readableSource } from './readable-source.ts';

export interface MarkdownPage {
  /** Of the front matter; null without one. */
  readonly title: string | null;
  /** CommonMark of what the page shows, and of the prose in its front matter. */
  readonly source: string;
  /** Whether indented lines may be code. */
  readonly hasIndentedCode: boolean;
}

/**
 * Reads a page of a site generator or a wiki: its front matter, and its text without the markup that CommonMark lacks.
 *
 * @param source With `\n` line ends.
 * @param filename Tells MDX by its extension.
 */
export function readPage(source: string, filename = ''): MarkdownPage {
  const { values, body } = splitFrontMatter(source);
  const isModule = /\.mdx$/i.test(filename);
  const read = (text: string) => readableSource(text, { values, isModule });
  const { source: text, hasIndentedCode } = read(body);
  const metadata = frontMatterText(values, {
    isWholePage: !/[\p{L}\p{N}]/u.test(text.replace(/<[^<>]*>/g, '')),
  });
  const named = read(metadata.title).source.trim();
  const own = TITLE_LINE.exec(text)?.[0] ?? '';
  // `EIP-1: Purpose` says more than `Purpose`.
  const title = own.includes(named) && wordCount(own) > wordCount(named) ? '' : named;
  const lead = read(metadata.lead).source;
  const sections = read(metadata.sections).source;
  return { title: title || null, source: joined(text, { title, lead, sections }), hasIndentedCode };
}

function wordCount(text: string): number {
  return text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
}

/** A first line that is a heading of the first level. */
const TITLE_LINE = /^\s*(?:#[^\S\n][^\n]*(?:\n|$)|[^\s#>*+-][^\n]*\n=+[^\S\n]*(?:\n|$))/;
const ANY_TITLE_LINE = /^(?:#[^\S\n]|=+[^\S\n]*$)|<h1\b/m;

/** The lead stands below the title, which a page without a heading of its own shows above its text. */
function joined(text: string, { title, lead, sections }: FrontMatterText): string {
  if (lead === '' && sections === '') return text;
  const own = TITLE_LINE.exec(text)?.[0] ?? '';
  const heading = own === '' && title !== '' && !ANY_TITLE_LINE.test(text) ? `# ${title}` : own;
  return [heading, lead, text.slice(own.length), sections].filter((part) => part.trim() !== '').join('\n\n');
}
