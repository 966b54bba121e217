import type { FastifyContextConfig, FastifySchema } from 'fastify';
import { z } from 'zod';
import type { KeyRule } from '../access/permissions.ts';
import { OpenAiError } from './schemas/openai.ts';
import { Problem } from './schemas/problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How the route reports errors; `problem` by default. */
    errorShape?: 'problem' | 'openai';
  }
}

/**
 * Makes the options of the API's routes.
 *
 * @param tag Where the API document lists them.
 * @returns A function of who may use a route, or its whole `config`; its name and summary in the API document; and its
 * schemas.
 */
export function operations(tag: string) {
  return <const Schemas extends FastifySchema>(
    access: KeyRule | FastifyContextConfig,
    operationId: string,
    summary: string,
    schemas: Schemas,
  ) => ({
    config: typeof access === 'string' ? { key: access } : access,
    schema: { operationId, summary, tags: [tag], ...schemas },
  });
}

const PROBLEM = {
  description: 'A problem, identified by `code`.',
  content: { 'application/problem+json': { schema: Problem } },
};
const OPENAI_ERROR = {
  description: "An error in OpenAI's shape; a problem if the request was not valid HTTP.",
  content: { 'application/json': { schema: OpenAiError }, ...PROBLEM.content },
};

/** Response schemas of problems, by status; `withAccess` adds those that are not particular to a route. */
export const problems = <const Statuses extends readonly number[]>(...statuses: Statuses) =>
  atEach(statuses, PROBLEM);

/** The same for routes with `errorShape: 'openai'`. */
export const openAiErrors = <const Statuses extends readonly number[]>(...statuses: Statuses) =>
  atEach(statuses, OPENAI_ERROR);

function atEach<const Statuses extends readonly number[], Response>(statuses: Statuses, response: Response) {
  return Object.fromEntries(statuses.map((status) => [status, response])) as {
    [Status in Statuses[number]]: Response;
  };
}

/** A reply in JSON, or the events that a client asks for instead. @param example Of the events. */
export function orEvents<Reply extends z.ZodType>(what: string, schema: Reply, example: string) {
  const events = z.string().meta({ examples: [example] });
  return {
    description: `${what}, or server-sent events.`,
    content: { 'application/json': { schema }, 'text/event-stream': { schema: events } },
  };
}
