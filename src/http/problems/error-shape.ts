import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OpenAiError } from '../schemas/openai.ts';
import type { Problem } from '../schemas/problem.ts';
import type { ServerSentEvent } from '../sse.ts';
import { type ProblemReply, sendProblem } from './problem.ts';

interface ErrorShape {
  send(reply: FastifyReply, problem: ProblemReply): FastifyReply;
  /** The last event of a stream that fails. */
  event(problem: ProblemReply): ServerSentEvent;
}

const ERROR_SHAPES = {
  /** RFC 9457. */
  problem: { send: sendProblem, event: ({ problem }) => ({ event: 'error', data: problem }) },
  /** As OpenAI's API has it, for its clients. */
  openai: {
    send: (reply, { status, headers, problem }) =>
      reply
        .code(status)
        .headers({ ...headers, 'content-type': 'application/json' })
        .send(Buffer.from(JSON.stringify(openAiErrorOf(problem)))),
    event: ({ problem }) => ({ data: openAiErrorOf(problem) }),
  },
} as const satisfies Record<string, ErrorShape>;

export function errorShapeOf({ routeOptions, url }: FastifyRequest): ErrorShape {
  // Clients of OpenAI's API call operations that Docent lacks, and show no other shape.
  const byPath = url.startsWith('/v1/') ? 'openai' : 'problem';
  return ERROR_SHAPES[routeOptions.config?.errorShape ?? byPath];
}

/** A problem in the shape of OpenAI's errors: the same code and words. */
function openAiErrorOf({ status, detail, code, errors }: Problem): OpenAiError {
  return { error: { message: detail, type: typeOf(status), param: errors?.[0]?.field ?? null, code } };
}

function typeOf(status: number): OpenAiError['error']['type'] {
  if (status === 401) return 'authentication_error';
  if (status === 429) return 'rate_limit_error';
  return status < 500 ? 'invalid_request_error' : 'server_error';
}
