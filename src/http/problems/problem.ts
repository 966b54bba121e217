import type { FastifyReply } from 'fastify';
import type { Refusal } from '../../errors.ts';
import { asksForPage } from '../header-fields.ts';
import { sendPage } from '../html-page.ts';
import { wordsFor } from '../page-words.ts';
import type { Problem } from '../schemas/problem.ts';
import { problemPage } from './problem-page.ts';
import { INTERNAL_ERROR, PROBLEMS, type ProblemRow } from './problem-table.ts';

export interface ProblemReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly problem: Problem;
}

/** The problem reply for `refusal`; undefined stands for an internal error. */
export function problemOf(refusal: Refusal | undefined, correlationId: string): ProblemReply {
  if (refusal === undefined) return reply({ ...INTERNAL_ERROR, correlationId });
  const { status, title, detail, headers } = PROBLEMS[refusal.code] as ProblemRow<Refusal>;
  const base = reply({ code: refusal.code, status, title, detail: detail(refusal), correlationId });
  return {
    ...base,
    headers: { ...base.headers, ...headers?.(refusal) },
    problem: {
      ...base.problem,
      ...(refusal.code === 'validation_failed' && { errors: [...refusal.errors] }),
      ...(refusal.code === 'review_already_decided' && { state: refusal.state }),
    },
  };
}

function reply(of: {
  code: string;
  status: number;
  title: string;
  detail: string;
  correlationId: string;
}): ProblemReply {
  const { code, status, title, detail, correlationId } = of;
  return {
    status,
    headers: { 'content-type': 'application/problem+json' },
    problem: { type: `/docs/errors#${code}`, title, status, detail, code, correlation_id: correlationId },
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
  // As bytes: Fastify would add a charset to text, which JSON does not have.
  return reply.send(Buffer.from(JSON.stringify(problem)));
}
