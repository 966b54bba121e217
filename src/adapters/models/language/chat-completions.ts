import { z } from 'zod';
import type { FinishReason, ModelPart, Prompt, TokenUsage } from '../../../ports/language-model.ts';
import { type CompatibleServer, endpointOf } from '../compatible-server.ts';
import { ProviderFailure } from '../provider-failure.ts';
import { failureOfCall, failureOfResponse, jsonOf, type ProviderResponse } from '../provider-response.ts';
import { eventData } from './event-stream.ts';
import type { ModelSign, ProviderModel } from './provider-model.ts';
import { createThoughtFilter } from './thoughts.ts';

const FINISH_REASONS: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  length: 'length',
  content_filter: 'refused',
};

/** The used fields of a frame; servers add others and omit many. */
const Frame = z.object({
  choices: z
    .array(
      z.object({
        delta: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }).nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  // What an answer costs is no reason to lose it: a usage in another shape is none.
  usage: z
    .object({ prompt_tokens: z.int().min(0), completion_tokens: z.int().min(0) })
    .nullish()
    .catch(null),
  error: z.unknown().optional(),
});

/**
 * A server with OpenAI's streamed chat completions, without the AI SDK: a quarter of its CPU time, see
 * docs/decisions/0009-language-models-are-called-through-a-port.md.
 */
export function chatCompletionsModel(server: CompatibleServer): ProviderModel {
  const { id, model, http, now } = server;
  const { url, headers } = endpointOf(server, '/chat/completions');

  async function* generate(
    prompt: Prompt,
    { completionTokensMax, temperature, signal }: Parameters<ProviderModel['generate']>[1],
  ): AsyncGenerator<ModelSign> {
    const body = JSON.stringify({
      model,
      messages: [
        { role: 'system', content: prompt.system },
        ...prompt.messages.map(({ role, text }) => ({ role, content: text })),
      ],
      max_tokens: completionTokensMax,
      ...(temperature === undefined ? {} : { temperature }),
      stream: true,
      stream_options: { include_usage: true },
    });
    let response: ProviderResponse | undefined;
    let isRead = false;
    try {
      response = await http.post(url, { headers, body, signal });
      if (response.status !== 200) throw await failureOfResponse(response, now());
      yield* partsOf(eventData(response.body), response.headers['content-type']);
      isRead = true;
    } catch (error) {
      throw failureOfCall(error, signal);
    } finally {
      response?.end(isRead ? 'read' : 'broken off');
    }
  }

  return { id, generate };
}

/** One part for all events that arrived together. */
async function* partsOf(
  events: AsyncIterable<readonly string[]>,
  contentType: string | string[] | undefined,
): AsyncGenerator<ModelSign> {
  const answerIn = createThoughtFilter();
  let usage: TokenUsage | null = null;
  let reason: FinishReason | undefined;
  let refusal = false;
  let framesRead = 0;
  let isDone = false;
  for await (const together of events) {
    let delta = '';
    try {
      for (const data of together) {
        isDone = data === '[DONE]';
        if (isDone) break;
        const frame = frameOf(data);
        framesRead++;
        if (frame.usage) {
          const { prompt_tokens, completion_tokens } = frame.usage;
          usage = { promptTokens: prompt_tokens, completionTokens: completion_tokens };
        }
        const choice = frame.choices?.[0];
        delta += answerIn(choice?.delta?.content ?? '');
        refusal ||= Boolean(choice?.delta?.refusal);
        if (choice?.finish_reason) reason = FINISH_REASONS[choice.finish_reason] ?? 'other';
      }
    } catch (error) {
      // After a token no second attempt is made: what the reader saw before the failure must stay.
      if (delta !== '') yield { type: 'text', delta };
      throw error;
    }
    yield delta === '' ? { type: 'thinking' } : { type: 'text', delta };
    if (isDone) break;
  }
  if (framesRead === 0)
    throw new ProviderFailure('malformed', { said: `no event came, but ${contentType ?? 'nothing'}` });
  // A complete answer always has a finish reason; without one, the stream was cut and may lack its most important half.
  if (reason === undefined) throw new ProviderFailure('unavailable', { said: 'the stream ended too early' });
  const finish: ModelPart = { type: 'finish', reason: refusal ? 'refused' : reason, usage };
  yield finish;
}

function frameOf(data: string): z.output<typeof Frame> {
  const frame = Frame.safeParse(jsonOf(data));
  if (!frame.success) throw new ProviderFailure('malformed', { said: data });
  // OpenRouter and vLLM report a failure within a stream this way, as the status has been sent already.
  if (frame.data.error) throw new ProviderFailure('unavailable', { said: data });
  return frame.data;
}
