import { z } from 'zod';
import type { KeptTrace } from '../../answering/record/traces.ts';
import { RefusedError } from '../../errors.ts';
import { operations, problems } from '../openapi.ts';
import { Statement } from '../schemas/chat.ts';
import { Count, DocId, idInPath, listOf, named, Time } from '../schemas/fields.ts';
import { replyOf } from '../schemas/reply.ts';
import type { RouteParts, Scope } from './route-parts.ts';

const operation = operations('quality');

/** Why a question got its answer or refusal. */
export function traceRoutes(scope: Scope, { seenBy }: RouteParts): void {
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
}

const OUTCOMES = [
  'answered',
  'approved',
  'nothing_ingested',
  'nothing_found',
  'below_threshold',
  'not_supported',
] as const;

const TracePath = idInPath('correlation_id', '01939f0e-6c1a-7d3e-9a55-0d1f0a6b7c21');

const Trace = named('AnswerTrace', {
  correlation_id: z.string(),
  at: Time,
  question: z.string(),
  query: z.string().meta({ description: 'The standalone question that was searched for.' }),
  parsed: z.string().meta({
    description: 'How the question was read: a line for each part, its name before its value.',
  }),
  languages: z.array(z.string()).meta({ description: 'Possible languages of the question, ISO 639-1.' }),
  lang: z.string().nullable().meta({ description: 'The language it was analysed in.' }),
  terms: listOf('The search terms, with their inverse document frequency in the corpus.', {
    term: z.string(),
    weight: z.number(),
    idf: z.number(),
  }),
  compared: Count.meta({ description: 'Number of passages compared.' }),
  degraded: z.boolean().meta({
    description: 'Searched by words alone, as the embedding model was unavailable.',
  }),
  fallback: z.boolean().meta({ description: 'As `meta.fallback` of the answer.' }),
  candidates: listOf('The best passages, best first.', {
    chunk_id: z.string(),
    doc_id: DocId,
    title: z.string(),
    page: z.int().min(1).nullable(),
    section: z.string().nullable(),
    bm25: z.number().meta({ description: 'Score by words.' }),
    latent: z.number().meta({ description: 'Score by meaning: a cosine; 0 without an embedding.' }),
    fused: z.number(),
    reranked: z.number().meta({ description: 'Score after reranking.' }),
  }),
  gate: z
    .strictObject({ probability: z.number().min(0).max(1), threshold: z.number().min(0).max(1).nullable() })
    .nullable()
    .meta({
      description:
        'Probability that the best sentence answers, and the threshold, which is null where a language model judged. Null for an approved answer.',
    }),
  sentences: listOf('The best sentences, best first. Untrusted text.', {
    chunk_id: z.string(),
    text: z.string(),
    score: z.number().meta({ description: 'Sum of its weighted features.' }),
    chosen: z.boolean(),
  }),
  statements: z.array(Statement).meta({ description: 'As `meta.statements` of the answer.' }),
  outcome: z.enum(OUTCOMES).meta({
    description:
      '`approved`: a reviewer had approved an answer to the question. Reasons for a refusal: `nothing_ingested`, `nothing_found` (no passage has a word of the question), `below_threshold` of the gate, `not_supported` by the sources.',
  }),
});

function traceReplyOf(correlationId: string, trace: KeptTrace): z.output<typeof Trace> {
  return replyOf(Trace, {
    ...trace,
    correlationId,
    lang: trace.language,
    degraded: trace.isDegraded,
    fallback: trace.isFallback,
    candidates: trace.candidates.map((candidate) => ({
      ...candidate,
      ...{ bm25: candidate.lexical, latent: candidate.dense },
    })),
    sentences: trace.sentences.map((sentence) => ({ ...sentence, chosen: sentence.isChosen })),
  });
}
