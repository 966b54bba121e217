import { withoutContainers } from './containers.ts';
import { closeGaps } from './dropped.ts';
import { splitFrontMatter, type Values } from './front-matter.ts';
import { type FrontMatterText, frontMatterText } from './front-matter-text.ts';
import { withoutLeftoverMarks, withoutWikiLinks } from './leftover-marks.ts';
import { maskCode } from './masked-code.ts';
import { isMdx, withoutMdx } from './mdx.ts';
import { withoutTemplateTags } from './template-tags.ts';

/**
 * Reads a page of a site generator or a wiki: its front matter, and its text without the markup that CommonMark lacks.
 *
 * @param source With `\n` line ends.
 * @param filename Tells MDX by its extension.
 * @returns The title of the front matter, if any; CommonMark of what the page shows, and of the prose in its front
 * matter; whether indented lines may be code.
 */
export function readPage(source: string, filename = '') {
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

/**
 * Markdown with what site generators, wikis and other dialects add to it resolved to what a page shows, or dropped.
 * Code stays as it is.
 *
 * @param options.values Metadata of the page, which its templates may show.
 * @returns Whether components lay the page out, so that indentation marks no code.
 */
function readableSource(
  source: string,
  { values, isModule }: { values: Values; isModule: boolean },
): { source: string; hasIndentedCode: boolean } {
  const plain = withoutContainers(source);
  const masked = maskCode(plain, { hasIndentedCode: !isModule });
  const hasIndentedCode = !isModule && !isMdx(masked.prose);
  const { prose, reveal } = hasIndentedCode === !isModule ? masked : maskCode(plain, { hasIndentedCode });
  const untagged = withoutTemplateTags(prose, values);
  const text = withoutLeftoverMarks(
    withoutWikiLinks(hasIndentedCode ? untagged : withoutMdx(untagged, { isModule })),
  );
  return { source: reveal(closeGaps(text)), hasIndentedCode };
}
