import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Traces } from '../../answering/traces.ts';
import { RefusedError } from '../../errors.ts';
import { problems } from '../openapi.ts';
import { Trace, TracePath, traceReplyOf } from '../schemas/trace.ts';

export interface TraceParts {
  readonly traces: Pick<Traces, 'find'>;
}

/** Why a question got its answer or refusal. */
export function traceRoutes({ traces }: TraceParts): FastifyPluginAsyncZod {
  return async (scope) => {
    scope.get(
      '/chat/:correlation_id/trace',
      {
        config: { key: 'always' },
        schema: {
          operationId: 'traceAnswer',
          summary: 'See why a question got this answer, or none',
          description:
            'Of the last 1,000 answers, for a day and until the server stops. A greeting has none. It is asked for soon after the answer at the earliest: it is made when the answer is on its way.',
          tags: ['quality'],
          params: TracePath,
          response: { 200: Trace, ...problems(404) },
        },
      },
      async (request) => {
        const { correlation_id: correlationId } = request.params;
        const trace = traces.find(correlationId);
        if (!trace) throw new RefusedError({ code: 'trace_not_found', correlationId });
        return traceReplyOf(correlationId, trace);
      },
    );
  };
}
