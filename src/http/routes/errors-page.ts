import MarkdownIt from 'markdown-it';
import { htmlPage } from '../html-page.ts';
import type { PageWords } from '../page-words.ts';

/**
 * `docs/reference/errors.md` as a page, for browsers.
 *
 * @param markdown Our own text in the language of `words`: its anchors are HTML, which is kept.
 */
export function errorsPage(markdown: string, words: PageWords): string {
  const html = new MarkdownIt({ html: true }).render(markdown);
  const main = html
    // Each section has one table, wider than a phone.
    .replaceAll(
      /<h2>(.*?)<\/h2>([\s\S]*?)<table>/g,
      '<h2>$1</h2>$2<div class="table" role="region" aria-label="$1" tabindex="0"><table>',
    )
    .replaceAll('</table>', '</table></div>')
    // Other pages of the documentation are not served.
    .replaceAll(/<a href="[\w./-]+\.md[^"]*">(.*?)<\/a>/g, '$1');
  return htmlPage({ title: words.t('Errors'), main }, words);
}
