import { escaped, htmlPage } from '../html-page.ts';
import type { Problem } from '../schemas/problem.ts';

/** A problem as a page, for somebody who opened a URL in a browser. */
export function problemPage({ title, detail, type, status, correlation_id }: Problem): string {
  const mayPass = status === 429 || status >= 500;
  return htmlPage({
    title,
    main: `<h1>${escaped(title)}</h1>
<p>${escaped(detail)}</p>
<p class="links">
${mayPass ? '<a href="">Try again</a>' : '<a href="/">Open the console</a>'}
<a href="/docs">API reference</a>
<a href="${escaped(type)}">About this error</a>
</p>
<p class="aside">Status ${status}. Correlation id <code>${escaped(correlation_id)}</code></p>`,
  });
}
