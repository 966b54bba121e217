import type { FastifyReply } from 'fastify';
import type { Refusal } from '../../errors.ts';
import { said } from '../../kernel/said.ts';
import { asksForPage } from '../header-fields.ts';
import { escaped, htmlPage, sendPage } from '../html-page.ts';
import { ENGLISH, type PageWords, wordsFor } from '../page-words.ts';
import type { Problem } from '../schemas/problem.ts';
import { INTERNAL_ERROR, PROBLEMS, type ProblemRow } from './problem-table.ts';

export interface ProblemReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly problem: Problem;
}

/**
 * The problem reply for `refusal`; undefined stands for an internal error.
 *
 * @param words Of the client (RFC 9457, section 3.1: what people read may be localised).
 */
export function problemOf(
  refusal: Refusal | undefined,
  correlationId: string,
  { language, t }: PageWords = ENGLISH,
): ProblemReply {
  const { code } = refusal ?? INTERNAL_ERROR;
  const { status, title, detail, headers } = refusal
    ? (PROBLEMS[refusal.code] as ProblemRow<Refusal>)
    : INTERNAL_ERROR;
  return {
    status,
    headers: {
      'content-type': 'application/problem+json',
      'content-language': language,
      ...(refusal && 'retryAfterSeconds' in refusal && { 'retry-after': String(refusal.retryAfterSeconds) }),
      ...(refusal && headers?.(refusal)),
    },
    problem: {
      type: `/docs/errors#${code}`,
      title: t(title),
      status,
      detail: t(typeof detail === 'function' ? detail(refusal!) : detail),
      code,
      correlation_id: correlationId,
      ...(refusal?.code === 'validation_failed' && {
        errors: refusal.errors.map(({ field, message }) => ({ field, message: t(message) })),
      }),
      ...(refusal?.code === 'review_already_decided' && { state: refusal.state }),
    },
  };
}

/** Sends a problem: a page to a browser, JSON to everybody else. */
export function sendProblem(reply: FastifyReply, { status, headers, problem }: ProblemReply): FastifyReply {
  const { method, headers: given } = reply.request;
  reply.code(status).headers(headers);
  if ((method === 'GET' || method === 'HEAD') && asksForPage(given.accept)) {
    const words = wordsFor(given['accept-language']);
    return sendPage(reply, problemPage(problem, words), words);
  }
  reply.raw.appendHeader('vary', 'Accept-Language');
  // As bytes: Fastify would add a charset to text, which JSON does not have.
  return reply.send(Buffer.from(JSON.stringify(problem)));
}

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
