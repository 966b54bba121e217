import { withoutContainers } from './containers.ts';
import { closeGaps } from './dropped.ts';
import type { Values } from './front-matter.ts';
import { withoutLeftoverMarks } from './leftover-marks.ts';
import { maskCode } from './masked-code.ts';
import { isMdx, withoutMdx } from './mdx.ts';
import { withoutTemplateTags } from './template-tags.ts';
import { withoutWikiLinks } from './wiki-links.ts';

/**
 * Markdown with what site generators, wikis and other dialects add to it resolved to what a page shows, or dropped. Code
 * stays as it is.
 *
 * @param options.values Metadata of the page, which its templates may show.
 * @returns Whether components lay the page out, so that indentation marks no code.
 */
export function readableSource(
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
