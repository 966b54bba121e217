import { said } from '../../kernel/said.ts';
import { escaped, htmlPage } from '../html-page.ts';
import type { PageWords } from '../page-words.ts';
import type { Problem } from '../schemas/problem.ts';

/** A problem as a page, for somebody who opened a URL in a browser. @param words The language of the problem. */
export function problemPage(
  { title, detail, type, status, correlation_id }: Problem,
  words: PageWords,
): string {
  const { t } = words;
  const mayPass = status === 429 || status >= 500;
  return htmlPage(
    {
      title,
      main: `<h1>${escaped(title)}</h1>
<p>${escaped(detail)}</p>
<p class="links">
${mayPass ? `<a href="">${t('Try again')}</a>` : `<a href="/">${t('Open the console')}</a>`}
<a href="/docs">${t('API reference')}</a>
<a href="${escaped(type)}">${t('About this error')}</a>
</p>
<p class="aside">${t(said`Status ${status}. Correlation id`)} <code>${escaped(correlation_id)}</code></p>`,
    },
    words,
  );
}
