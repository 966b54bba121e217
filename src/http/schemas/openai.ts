import { z } from 'zod';
import { CHAT_MODES } from '../../answering/answer.ts';
import type { Turn } from '../../answering/conversation.ts';
import { withoutSourceList } from '../completions.ts';
import { TOKEN_MAX } from '../input/token-text.ts';
import { interfaceReply, typedIn } from '../interface-tasks.ts';
import { Filter, Language, QUESTION_MAX, QuestionText } from './chat.ts';
import { Count, named } from './fields.ts';

/** The shapes of OpenAI's API, as far as Docent uses them. */

/** The only model. */
export const MODEL_ID = 'docent';

const MESSAGES_MAX = 2_000;
const PARTS_MAX = 200;
const TYPED = { charactersMax: QUESTION_MAX };

const Message = z.looseObject({
  role: z.string().meta({ description: '`user` and `assistant` are the conversation. Others are ignored.' }),
  content: z
    .union([
      z.string(),
      z.array(z.looseObject({ type: z.string(), text: z.string().optional() })).max(PARTS_MAX),
    ])
    .nullish()
    .meta({ description: 'A text, or parts: those of the type `text` are read.' }),
});

type Message = z.output<typeof Message>;

export const CompletionRequest = z
  .looseObject({
    model: z.literal(MODEL_ID),
    messages: z.array(Message).min(1).max(MESSAGES_MAX).meta({
      description: 'The conversation. The last message is the question, of at most 2,000 characters.',
    }),
    stream: z.boolean().nullish(),
    stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
    n: z.literal(1).nullish().meta({ description: 'A question has one answer.' }),
    mode: z.enum(CHAT_MODES).optional().meta({ description: 'As in `POST /api/v1/chat`.' }),
    lang: Language.optional().meta({ description: 'As in `POST /api/v1/chat`.' }),
    filter: Filter.optional(),
    citations: z.enum(['annotations', 'list']).optional().meta({
      description:
        '`list`: the sources are also listed below the answer, for clients that show no annotations.',
    }),
  })
  .transform((body, context) => {
    const { messages, mode, lang, filter, stream, stream_options, citations } = body;
    const last = messages.length - 1;
    const text = textOf(messages[last]!);
    const reply = messages[last]!.role === 'user' ? interfaceReply(text) : undefined;
    const asked = QuestionText.safeParse(typedIn(text, TYPED));
    if (messages[last]!.role !== 'user')
      context.addIssue({
        code: 'custom',
        path: ['messages', last, 'role'],
        message: 'must be "user": the last message is the question',
        input: body,
      });
    else if (!asked.success && reply === undefined)
      context.addIssue({ ...asked.error.issues[0]!, path: ['messages', last, 'content'] });
    return {
      question: asked.data ?? '',
      reply,
      earlier: turnsIn(messages.slice(0, -1)),
      ...{ mode, lang, filter },
      isStream: stream === true,
      listsSources: citations === 'list',
      includesUsage: stream_options?.include_usage === true,
    };
  })
  .meta({
    id: 'CompletionRequest',
    examples: [{ model: MODEL_ID, messages: [{ role: 'user', content: 'What does a family ticket cost?' }] }],
  });

export type CompletionRequest = z.output<typeof CompletionRequest>;

/** Each question with what was said to it. What stands before the first question answers nothing. */
function turnsIn(messages: readonly Message[]): Turn[] {
  const turns: { question: string; answer: string }[] = [];
  for (const message of messages) {
    const text = textOf(message);
    const last = turns.at(-1);
    if (message.role === 'user') turns.push({ question: typedIn(text, TYPED).trim(), answer: '' });
    else if (message.role === 'assistant' && last)
      last.answer = `${last.answer}\n${withoutSourceList(text.trim())}`.trim();
  }
  // Docent cites what it states.
  return turns.map((turn) => (CITES.test(turn.answer) ? turn : { ...turn, refused: true as const }));
}

const CITES = /\[\d+\]/;

function textOf({ content }: Message): string {
  if (typeof content === 'string') return content;
  return (content ?? []).flatMap(({ type, text }) => (type === 'text' && text ? text : [])).join('\n');
}

const Annotation = named('CompletionAnnotation', {
  type: z.literal('url_citation'),
  url_citation: z.strictObject({
    start_index: Count.meta({ description: 'Of the marker `[n]`, in UTF-16 code units.' }),
    end_index: Count.meta({ description: 'Exclusive.' }),
    url: z.string().meta({
      description:
        'Where the document came from; of an uploaded one, its page in the console of this server.',
    }),
    title: z.string(),
  }),
});

export type Annotation = z.output<typeof Annotation>;

const CompletionUsage = z
  .strictObject({ prompt_tokens: Count, completion_tokens: Count, total_tokens: Count })
  .meta({ id: 'CompletionUsage', description: 'Zeros when no language model was called.' });

export type CompletionUsage = z.output<typeof CompletionUsage>;

export const Completion = named('Completion', {
  id: z.string().meta({ description: '`chatcmpl-` and the correlation id.' }),
  object: z.literal('chat.completion'),
  created: Count.meta({ description: 'Seconds since the epoch.' }),
  model: z.string(),
  choices: z.array(
    z.strictObject({
      index: z.literal(0),
      message: z.strictObject({
        role: z.literal('assistant'),
        content: z.string().meta({ description: 'The answer. `[n]` marks what a source states.' }),
        refusal: z.null(),
        annotations: z.array(Annotation).meta({ description: 'One for each `[n]` in the answer.' }),
      }),
      logprobs: z.null(),
      finish_reason: z.enum(['stop', 'length']),
    }),
  ),
  usage: CompletionUsage,
});

export type Completion = z.output<typeof Completion>;

const INPUTS_MAX = 2_048;
/** Of one text, and of all in a request. */
const TOKENS_MAX = 8_192;
const TOKENS_SUM_MAX = 300_000;

const Text = z.string().regex(/\S/, 'must not be empty').meta({ pattern: '\\S' });
const Tokens = z.array(z.int().min(0).max(TOKEN_MAX)).min(1).max(TOKENS_MAX);
const TokenLists = z
  .array(Tokens)
  .min(1)
  .max(INPUTS_MAX)
  .refine(
    (lists) => lists.reduce((sum, { length }) => sum + length, 0) <= TOKENS_SUM_MAX,
    `must have at most ${TOKENS_SUM_MAX} tokens`,
  );

const isNumber = (part: unknown) => typeof part === 'number';

export const EmbeddingRequest = z
  .looseObject({
    model: z.literal(MODEL_ID),
    input: z
      .union([Text, Tokens, z.array(Text).min(1).max(INPUTS_MAX), TokenLists], {
        error: ({ input }) =>
          [input].flat(2).some((part) => typeof part === 'number')
            ? `must be 1 to ${TOKENS_MAX} tokens of cl100k_base, each from 0 to ${TOKEN_MAX}, or a list of 1 to ${INPUTS_MAX} such lists`
            : `must be a text, or a list of 1 to ${INPUTS_MAX} texts, none of them empty`,
      })
      .meta({
        description:
          "A text, or a list of texts. Instead of each text, its tokens in OpenAI's encoding cl100k_base may be given.",
      }),
    encoding_format: z
      .enum(['float', 'base64'])
      .nullish()
      .meta({ description: '`base64`: 32-bit floats, little-endian.' }),
    input_type: z.enum(['query', 'passage']).nullish().meta({
      description:
        'What the text is, for models that embed questions and passages differently. Default: `passage`.',
    }),
    dimensions: z.null().optional().meta({ description: 'Not taken: vectors have those of the model.' }),
  })
  .transform(({ input, encoding_format, input_type }) => ({
    inputs: typeof input === 'string' ? [input] : input.every(isNumber) ? [input] : input,
    isBase64: encoding_format === 'base64',
    purpose: input_type === 'query' ? ('question' as const) : ('passage' as const),
  }))
  .meta({
    id: 'EmbeddingRequest',
    examples: [{ model: MODEL_ID, input: ['The castle opens at nine.', 'A family ticket costs 24 euros.'] }],
  });

export const EmbeddingList = named('EmbeddingList', {
  object: z.literal('list'),
  data: z.array(
    z.strictObject({
      object: z.literal('embedding'),
      index: Count,
      embedding: z.union([z.array(z.number()), z.string()]).meta({
        description:
          'A unit vector, or its bytes as base64; zeros where the model knows no word of the text.',
      }),
    }),
  ),
  model: z.string().meta({
    description:
      'Id of the model. Vectors of another id are not comparable: the built-in model is learned again as documents change.',
  }),
  usage: z
    .strictObject({ prompt_tokens: Count, total_tokens: Count })
    .meta({ description: 'Estimated, as providers count differently.' }),
});

export type EmbeddingList = z.output<typeof EmbeddingList>;

export const ModelDescription = named('ModelDescription', {
  id: z.string(),
  object: z.literal('model'),
  created: Count,
  owned_by: z.string(),
});

export const ModelList = named('ModelList', { object: z.literal('list'), data: z.array(ModelDescription) });

export const OpenAiError = named('OpenAiError', {
  error: z.strictObject({
    message: z.string(),
    type: z.enum(['invalid_request_error', 'authentication_error', 'rate_limit_error', 'server_error']),
    param: z.string().nullable().meta({ description: 'The first rejected field.' }),
    code: z.string().meta({ description: 'The `code` of the same problem elsewhere in this API.' }),
  }),
});

export type OpenAiError = z.output<typeof OpenAiError>;
