import type { Values } from './front-matter.ts';
import { frontMatterText } from './front-matter-text.ts';

/** The prose of a page's front matter belongs below its first heading, or before everything. */
export function withFrontMatter(html: string, values: Values): { html: string; ownTitle: string } {
  const { title, lead, sections } = frontMatterText(values, { isWholePage: false });
  const text = `${lead}\n\n${sections}`.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '');
  const prose = paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('');
  const isHeaded = /<\/h1>/i.test(html);
  return { html: isHeaded ? html.replace(/<\/h1>/i, (end) => end + prose) : prose + html, ownTitle: title };
}
