import { z } from 'zod';
import { DependencyState } from './health.ts';

/** RFC 9457, with the fields common to all of Docent's problems. */
export const Problem = z
  .strictObject({
    type: z.string().meta({ description: 'URL of an explanation, relative to this server.' }),
    title: z.string(),
    status: z.int().min(400).max(599),
    detail: z.string().meta({ description: 'What was wrong with this request and what to do.' }),
    code: z.string().meta({ description: 'Stable identifier of the problem, for programs.' }),
    correlation_id: z
      .string()
      .meta({ description: 'Equals the `X-Correlation-Id` header; quote it when reporting the problem.' }),
    errors: z
      .array(z.strictObject({ field: z.string(), message: z.string() }))
      .optional()
      .meta({ description: 'The rejected fields.' }),
    state: z.string().optional().meta({ description: 'The state that forbids the request.' }),
    dependencies: z.record(z.string(), DependencyState).optional(),
  })
  .meta({
    id: 'Problem',
    examples: [
      {
        type: '/docs/errors#document_not_found',
        title: 'No such document',
        status: 404,
        detail: 'There is no document "handbok". List those that exist with GET /api/v1/ingest/docs.',
        code: 'document_not_found',
        correlation_id: '01939f0e-6c1a-7d3e-9a55-0d1f0a6b7c21',
      },
    ],
  });

export type Problem = z.output<typeof Problem>;
