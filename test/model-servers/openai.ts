import { type Family, type ModelServer, type Said, startScriptedServer } from './scripted-server.ts';

/**
 * Plays `POST /v1/chat/completions`, streamed or not, and `POST /v1/embeddings`, in the shapes that api.openai.com sends.
 *
 * @param options.embed The embedding of a text; by default 8 numbers that differ with its letters.
 * @param options.dialect Where others put the usage, unasked: Groq under a name of its own, Mistral beside the last choice.
 */
export function startOpenAiServer(
  options: { embed?: (text: string) => readonly number[]; dialect?: Dialect } = {},
): Promise<ModelServer> {
  return startScriptedServer(openAiFamily(options.embed ?? lettersOf, options.dialect ?? 'openai'));
}

type Dialect = 'openai' | 'groq' | 'mistral';

interface ChatBody {
  readonly model: string;
  readonly stream?: boolean;
  readonly stream_options?: { readonly include_usage?: boolean };
}

interface EmbeddingsBody {
  readonly model: string;
  readonly input: string | readonly string[];
  readonly encoding_format?: 'float' | 'base64';
}

const FINISH = { stop: 'stop', length: 'length', refused: 'content_filter' } as const;

function openAiFamily(embed: (text: string) => readonly number[], dialect: Dialect): Family {
  return {
    basePath: '/v1',
    callOf: (path, body) => {
      if (path === '/embeddings') return 'embed';
      if (path !== '/chat/completions') return undefined;
      return (body as ChatBody).stream ? 'stream' : 'whole';
    },
    frames: ({ pieces, finish, usage }, body) => {
      const { model, stream_options: options } = body as ChatBody;
      const frame = (choices: readonly unknown[], more: object = {}) =>
        `data: ${JSON.stringify({ ...head('chat.completion.chunk', model), choices, ...more })}\n\n`;
      const choice = (delta: object, reason: string | null = null) => [
        { index: 0, delta, logprobs: null, finish_reason: reason },
      ];
      const isAsked = dialect === 'openai' && options?.include_usage;
      const told = isAsked && usage ? [frame([], { usage: usageOf(usage) })] : [];
      const beside =
        dialect === 'openai' || !usage
          ? {}
          : dialect === 'groq'
            ? { x_groq: { id: 'req_01jbd6g2qdfw2adyrt2az8hz4w', usage: usageOf(usage) } }
            : { usage: usageOf(usage) };
      return {
        begin: [frame(choice({ role: 'assistant', content: '', refusal: null }))],
        pieces: pieces.map((piece) => frame(choice({ content: piece }))),
        end: [frame(choice({}, FINISH[finish]), beside), ...told, 'data: [DONE]\n\n'],
      };
    },
    whole: ({ pieces, finish, usage }, body) => ({
      ...head('chat.completion', (body as ChatBody).model),
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: pieces.join(''), refusal: null, annotations: [] },
          logprobs: null,
          finish_reason: FINISH[finish],
        },
      ],
      ...(usage ? { usage: usageOf(usage) } : {}),
    }),
    embed: (body) => {
      const { model, input, encoding_format: format } = body as EmbeddingsBody;
      const texts = typeof input === 'string' ? [input] : input;
      return {
        object: 'list',
        data: texts.map((text, index) => ({
          object: 'embedding',
          index,
          embedding: format === 'base64' ? base64Of(embed(text)) : embed(text),
        })),
        model,
        usage: { prompt_tokens: texts.length, total_tokens: texts.length },
      };
    },
    error: (status, message) => ({ error: { message, type: typeOf(status), param: null, code: null } }),
    errorFrame: (message) =>
      `data: ${JSON.stringify({ error: { message, type: 'server_error', param: null, code: null } })}\n\n`,
  };
}

function head(object: string, model: string) {
  return {
    id: 'chatcmpl-CabXkT4h7Qm2bE9sYwP1uVd0',
    object,
    created: 1_763_000_000,
    model,
    service_tier: 'default',
    system_fingerprint: 'fp_c064fdde7c',
  };
}

function usageOf({ promptTokens, completionTokens }: NonNullable<Said['usage']>) {
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0 },
  };
}

function typeOf(status: number): string {
  if (status === 429) return 'requests';
  return status < 500 ? 'invalid_request_error' : 'server_error';
}

function base64Of(numbers: readonly number[]): string {
  return Buffer.from(Float32Array.from(numbers).buffer).toString('base64');
}

/** Counts letters by their code, of unit length: equal texts are equal, and nothing more is claimed. */
function lettersOf(text: string): readonly number[] {
  const counts = new Array<number>(8).fill(0.01);
  for (let at = 0; at < text.length; at++) counts[text.charCodeAt(at) % 8]! += 1;
  const length = Math.hypot(...counts);
  return counts.map((count) => count / length);
}
