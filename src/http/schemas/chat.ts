import { z } from 'zod';
import { type Answer, CHAT_MODES, type Question } from '../../answering/answer.ts';
import { present } from '../../kernel/present.ts';
import { STATEMENT_ALARMS } from '../../ports/given-answer.ts';
import {
  Count,
  DocId,
  Grounded,
  named,
  refuseBothNames,
  Tags,
  Timings,
  text,
  timingsOf,
  USER_ID_PATTERN,
  Usage,
  userHeaders,
} from './fields.ts';
import { replyOf } from './reply.ts';

/** Characters. */
export const QUESTION_MAX = 2_000;
export const QuestionText = text({ max: QUESTION_MAX });

export const Filter = z
  .strictObject({ doc_ids: z.array(DocId).max(200).optional(), tags: Tags.optional() })
  .meta({ description: 'Only documents with one of these ids and one of these tags.' });

export function filterOf(filter: z.output<typeof Filter> | undefined): Question['filter'] {
  return present({ docIds: filter?.doc_ids, tags: filter?.tags });
}

export const Language = z
  .string()
  .refine(isLanguage, 'must be auto or a BCP 47 language tag such as en or pt-BR');

export const ConversationId = z
  .string()
  .regex(USER_ID_PATTERN, 'must be 1 to 128 characters of A-Z, a-z, 0-9 and _ . @ -');

/** What a question may have besides its text. */
export const ChatOptions = z.strictObject({
  mode: z.enum(CHAT_MODES).optional().meta({
    description:
      '`strict` gives only what passages state; `learning` may also compose an answer from several; `open` may go beyond the documents and says so.',
  }),
  lang: Language.optional().meta({ description: 'Language of the answer: `auto`, or a BCP 47 tag.' }),
  top_k: z.int().min(1).max(20).optional().meta({
    description:
      'Number of passages to answer from; from 3 on, also the neighbour of a passage whose first or last sentence answers.',
  }),
  score_threshold: z.number().min(0).max(1).optional().meta({
    description:
      'Minimum probability that the passages answer the question; below it the answer is a refusal.',
  }),
  filter: Filter.optional(),
  conversation_id: ConversationId.optional().meta({
    description:
      'Distinguishes conversations of one user. Without it and without a user, each request begins a conversation of its own; `meta.conversation_id` of the reply continues it.',
  }),
});

export const ChatRequest = z
  .strictObject({
    question: QuestionText.optional().meta({ description: 'The question.' }),
    q: QuestionText.optional().meta({ description: 'Short form of `question`.' }),
    ...ChatOptions.shape,
  })
  .superRefine((body, context) =>
    refuseBothNames(body, ['question', 'q'], { context, is: 'short form', isRequired: true }),
  )
  .transform(({ question, q, ...rest }) => ({ ...rest, question: question ?? q ?? '' }))
  .meta({
    id: 'ChatRequest',
    anyOf: [{ required: ['question'] }, { required: ['q'] }],
    examples: [{ question: 'What does a family ticket cost?' }],
  });

export type ChatRequest = z.output<typeof ChatRequest>;

export const ChatHeaders = userHeaders(
  'Owner of the conversation. If absent, `anonymous`: conversations then differ by `conversation_id` and client address. Not authenticated.',
);

export const MemoryQuery = z.strictObject({
  conversation_id: ConversationId.optional().meta({
    description: 'The conversation to forget; if absent, all of the user.',
  }),
});

export const Forgotten = z
  .strictObject({
    user_id: z.string(),
    conversation_id: z.string().nullable().meta({ description: 'Null if all were to be forgotten.' }),
    conversations: Count.meta({ description: 'Number of conversations forgotten.' }),
    status: z.literal('forgotten'),
  })
  .meta({
    id: 'Forgotten',
    examples: [{ user_id: 'ada@example.org', conversation_id: null, conversations: 3, status: 'forgotten' }],
  });

const Range = z
  .strictObject({ start: Count, end: Count })
  .meta({ id: 'TextRange', description: 'UTF-16 code units; `end` is exclusive.' });

export const Source = named('Source', {
  n: z.int().min(1).meta({ description: 'The number that `[n]` in the answer refers to.' }),
  label: z.string().meta({ description: 'Title, with page or section if there is one.' }),
  doc_id: DocId,
  chunk_id: z.string(),
  score: z.number().min(0).max(1).meta({ description: 'Probability that the passage answers the question.' }),
  page: z.int().min(1).nullable(),
  section: z.string().nullable(),
  snippet: z.string().meta({
    description: 'The passage; of a long one, the cited sentences with their context. Untrusted text.',
  }),
  start: Count.meta({
    description: 'Offset of the passage in the extracted text, as in `GET /api/v1/ingest/{doc_id}/text`.',
  }),
  end: Count.meta({ description: 'Exclusive.' }),
  quotes: z.array(Range).meta({ description: 'Ranges of the cited sentences in the same text.' }),
  url: z.string().nullable(),
  kind: z.enum(['document', 'approved_answer']),
});

export const RelatedSource = Source.omit({ n: true }).meta({ id: 'RelatedSource' });

export const Statement = named('Statement', {
  start: Count,
  end: Count,
  verdict: Grounded.meta({
    description:
      '`unsupported`: not found word for word. It may still follow from the sources, unless `alarms` name a changed number, unit, name or negation.',
  }),
  rules_verdict: Grounded.optional().meta({
    description:
      'The verdict of the built-in check, where the language model judged the statement after it (`VERIFY_WITH_MODEL`): `verdict` is then that of the model.',
  }),
  citations: z.array(z.int().min(1)).meta({ description: 'The `n` of its sources.' }),
  alarms: z.array(z.enum(STATEMENT_ALARMS)).meta({
    description:
      'How it differs from its sources: `number_not_in_source`, `name_not_in_source`, `other_unit`, `other_word`, `other_negation` (negated where the source is not, or vice versa), `from_another_place` (a number or name from elsewhere in the source).',
  }),
});

export const Retrieval = named('Retrieval', {
  candidates: Count,
  best_score: z.number().min(0).max(1),
  query: z.string().meta({ description: 'The standalone question that was searched for.' }),
  degraded: z.literal(true).optional().meta({
    description: 'Searched by words alone, as the embedding model was unavailable.',
  }),
});

export const AnswerMeta = named('AnswerMeta', {
  correlation_id: z.string(),
  conversation_id: z.string(),
  mode: z.enum(CHAT_MODES),
  lang: z.string().meta({ description: 'Language of the answer.' }),
  model: z.string(),
  grounded: Grounded.nullable(),
  grounded_score: z.number().min(0).max(1).nullable(),
  statements: z.array(Statement).meta({
    description:
      'The sentences of `answer` without their markers, as ranges of UTF-16 code units, each checked against its sources. Empty if nothing was stated.',
  }),
  refused: z.boolean().meta({ description: 'The documents support no answer.' }),
  unsure: z.literal(true).optional().meta({
    description:
      "Quoted from the best passage, which answers with a probability below .65, lacks many of the question's own words, or is hardly better than the next one: show `related` beside it.",
  }),
  synthesized: z.boolean().meta({ description: 'No single passage states the answer.' }),
  review_entry_id: z.string().nullable(),
  cached: z.literal(true).optional().meta({
    description: 'Reused: written by the language model for an equal question, from the same passages.',
  }),
  fallback: z.literal(true).optional().meta({
    description:
      'The language model failed. The answer consists of quotations instead, or is a refusal where nothing can be quoted.',
  }),
  truncated: z.literal(true).optional().meta({
    description:
      'The language model was cut off at its length limit (`ANSWER_TOKENS_MAX`): the end of the answer is missing.',
  }),
  retrieval: Retrieval,
  usage: Usage.nullable(),
  timings_ms: Timings,
});

export const ChatAnswer = named('ChatAnswer', {
  answer: z.string().meta({ description: '`[n]` refers to `sources`. Untrusted text: it quotes documents.' }),
  sources: z.array(Source).meta({ description: 'Those that the answer cites.' }),
  related: z.array(RelatedSource).meta({
    description:
      'The next best passages, best first. Of a refusal, passages that may help: Docent does not claim that they answer.',
  }),
  meta: AnswerMeta,
});

export type ChatAnswer = z.output<typeof ChatAnswer>;

export function chatAnswerOf({ text, sources, related, meta }: Answer): ChatAnswer {
  const timingsMs = timingsOf(meta.timingsMs);
  return replyOf(ChatAnswer, {
    answer: text,
    sources,
    related,
    meta: { ...meta, lang: meta.language, timingsMs },
  });
}

function isLanguage(tag: string): boolean {
  if (tag === 'auto') return true;
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
