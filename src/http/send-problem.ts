import type { FastifyReply } from 'fastify';
import type { ProblemReply } from './problem.ts';

/** Sent as bytes: Fastify would add a charset to text, which JSON does not have. */
export function sendProblem(reply: FastifyReply, { status, headers, problem }: ProblemReply): FastifyReply {
  return reply
    .code(status)
    .headers(headers)
    .send(Buffer.from(JSON.stringify(problem)));
}
