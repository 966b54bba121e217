import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { RefusedError } from '../../errors.ts';
import { operations, problems } from '../openapi.ts';
import { Trace, TracePath, traceReplyOf } from '../schemas/trace.ts';
import type { RouteParts } from './route-parts.ts';

const operation = operations('quality');

/** Why a question got its answer or refusal. */
export function traceRoutes({ seenBy }: RouteParts): FastifyPluginAsyncZod {
  return async (scope) => {
    scope.get(
      '/chat/:correlation_id/trace',
      operation('explain', 'traceAnswer', 'Explain an answer or a refusal', {
        description:
          'Kept for the last 1,000 answers, at most a day, until the server stops. Written just after the answer was sent. Greetings have none.',
        params: TracePath,
        response: { 200: Trace, ...problems(404) },
      }),
      async (request) => {
        const { correlation_id: correlationId } = request.params;
        const trace = await seenBy(request).traces.find(correlationId);
        if (!trace) throw new RefusedError({ code: 'trace_not_found', correlationId });
        return traceReplyOf(correlationId, trace);
      },
    );
  };
}
