import { z } from 'zod';
import type { FinishReason, Prompt, TokenUsage } from '../../../ports/language-model.ts';
import type { CompatibleServer } from '../compatible-server.ts';
import { failureWithin, ProviderFailure } from '../provider-failure.ts';
import { failureOfCall, jsonOf } from '../provider-response.ts';
import { eventData } from './event-stream.ts';
import { finishReasonOf } from './finish-reason.ts';
import type { ModelSign, ProviderModel } from './provider-model.ts';
import { createReasoningFilters, type ReasoningFilter } from './reasoning-filter.ts';

// A usage in another shape is ignored: it is no reason to lose an answer.
const Usage = z
  .object({ prompt_tokens: z.int().min(0), completion_tokens: z.int().min(0) })
  .nullish()
  .catch(null);

/** A text, or as reasoning models of Mistral send it: parts, of which some are reasoning. */
const Content = z.union([z.string(), z.array(z.object({ type: z.string(), text: z.string().optional() }))]);

/** The used fields of a frame; servers add others and omit many. */
const Frame = z.object({
  choices: z
    .array(
      z.object({
        delta: z.object({ content: Content.nullish(), refusal: z.string().nullish() }).nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: Usage,
  // Groq's place for it.
  x_groq: z.object({ usage: Usage }).nullish().catch(null),
  error: z.unknown().optional(),
  object: z.unknown().optional(),
});

/** Models of OpenAI that reason, by name: without `reasoning: 'none'` they refuse a temperature. */
const REASONING_MODEL = /^(?:o\d|gpt-(?:[5-9]|\d\d)(?!(?:\.\d+)?-chat))/;

/**
 * A server with OpenAI's streamed chat completions, without the AI SDK: a quarter of its CPU time, see
 * docs/decisions/0030-openais-protocol-has-a-client-of-our-own.md.
 *
 * @param options.reasoning Undefined leaves it to the model.
 */
export function chatCompletionsModel(
  server: CompatibleServer,
  { reasoning }: { reasoning?: 'none' | 'low' | undefined } = {},
): ProviderModel {
  const { id, model, dialect, now } = server;
  const refusesTemperature =
    dialect.tokensField === 'max_completion_tokens' && REASONING_MODEL.test(model) && reasoning !== 'none';
  const newReasoningFilter = createReasoningFilters();

  async function* generate(
    prompt: Prompt,
    { completionTokensMax, temperature, signal }: Parameters<ProviderModel['generate']>[1],
  ): AsyncGenerator<ModelSign> {
    const body = {
      model,
      messages: [
        { role: 'system', content: prompt.system },
        ...prompt.messages.map(({ role, text }) => ({ role, content: text })),
      ],
      [dialect.tokensField]: completionTokensMax,
      ...(temperature === undefined || refusesTemperature ? {} : { temperature }),
      ...(reasoning === undefined ? {} : { reasoning_effort: reasoning }),
      stream: true,
      ...(dialect.isAskedForUsage ? { stream_options: { include_usage: true } } : {}),
    };
    try {
      using response = await server.post('/chat/completions', body, signal);
      const contentType = response.headers['content-type'];
      yield* partsOf(eventData(response.body), { contentType, reasoning: newReasoningFilter(), now });
      response.read();
    } catch (error) {
      throw failureOfCall(error, signal);
    }
  }

  return { id, generate };
}

/** One part for all events that arrived together. */
async function* partsOf(
  events: AsyncIterable<readonly string[]>,
  of: { contentType: string | string[] | undefined; reasoning: ReasoningFilter; now: () => number },
): AsyncGenerator<ModelSign> {
  const { contentType, reasoning, now } = of;
  let usage: TokenUsage | null = null;
  let reason: FinishReason | undefined;
  let refusal = false;
  let framesRead = 0;
  let isDone = false;
  for await (const together of events) {
    let delta = '';
    let isRestart = false;
    try {
      for (const data of together) {
        isDone = data === '[DONE]';
        if (isDone) break;
        const frame = frameOf(data, now);
        framesRead++;
        const spent = frame.usage ?? frame.x_groq?.usage;
        if (spent) usage = { promptTokens: spent.prompt_tokens, completionTokens: spent.completion_tokens };
        const choice = frame.choices?.[0];
        const answer = reasoning.read(textOf(choice?.delta?.content));
        isRestart ||= answer.isRestart;
        delta = answer.isRestart ? answer.text : delta + answer.text;
        refusal ||= Boolean(choice?.delta?.refusal);
        if (choice?.finish_reason) reason = finishReasonOf(choice.finish_reason);
      }
    } catch (error) {
      // After a token no second attempt is made: what the reader saw before the failure must stay.
      if (delta !== '') yield { type: 'text', delta };
      throw error;
    }
    if (isRestart) yield { type: 'restart' };
    yield delta === '' ? { type: 'working' } : { type: 'text', delta };
    if (isDone) break;
  }
  if (framesRead === 0)
    throw new ProviderFailure('malformed', { said: `no event came, but ${contentType ?? 'nothing'}` });
  // A complete answer always has a finish reason; without one, the stream was cut and may lack its most important half.
  if (reason === undefined) throw new ProviderFailure('unavailable', { said: 'the stream ended too early' });
  const rest = reasoning.end(reason);
  if (rest !== '') yield { type: 'text', delta: rest };
  yield { type: 'finish', reason: refusal ? 'refused' : reason, usage };
}

function textOf(content: z.output<typeof Content> | null | undefined): string {
  if (!Array.isArray(content)) return content ?? '';
  return content.map(({ type, text }) => (type === 'text' ? (text ?? '') : '')).join('');
}

function frameOf(data: string, now: () => number): z.output<typeof Frame> {
  const json = jsonOf(data);
  const frame = Frame.safeParse(json);
  if (!frame.success) throw new ProviderFailure('malformed', { said: data });
  const { error, object } = frame.data;
  // As the status has been sent already. Older vLLMs send the error itself, without its name.
  if (error || object === 'error') throw failureWithin(error || json, { said: data, nowMs: now() });
  return frame.data;
}
