import type { FastifyRequest } from 'fastify';
import type { RelatedSource } from '../../answering/answer.ts';
import { foldAnswer } from '../../answering/events.ts';
import { estimateTokens } from '../../answering/model/token-estimate.ts';
import { ANONYMOUS_USER } from '../../answering/read/conversation-key.ts';
import { begun } from '../../concurrency/begun.ts';
import { invalidField } from '../../errors.ts';
import { completionChunks, completionOf, plainly } from '../completions.ts';
import { textOfTokens } from '../input/token-text.ts';
import { LIMITS } from '../limits.ts';
import { openAiErrors, operations, orEvents } from '../openapi.ts';
import {
  Completion,
  CompletionRequest,
  EmbeddingList,
  EmbeddingRequest,
  MODEL_ID,
  ModelDescription,
  ModelList,
} from '../schemas/openai.ts';
import { questionOf } from './question-of.ts';
import type { RouteParts, Scope } from './route-parts.ts';

const operation = operations('openai');

const ACCESS = { key: 'ask', bearer: true, errorShape: 'openai' } as const;

/** Chat and embeddings for clients of OpenAI's API. */
export function openAiRoutes(scope: Scope, parts: RouteParts): void {
  const { seenBy, answerQuota, embedTexts, sendStream, settings, now } = parts;
  const created = Math.floor(now() / 1_000);
  const model = { id: MODEL_ID, object: 'model' as const, created, owned_by: MODEL_ID };

  scope.post(
    '/v1/chat/completions',
    operation({ ...ACCESS, lifetime: 'question' }, 'chatCompletion', 'Ask a question as a client of OpenAI', {
      description: DESCRIPTION,
      body: CompletionRequest,
      response: { 200: orEvents('A completion', Completion, STREAM_EXAMPLE), ...openAiErrors(502) },
    }),
    async (request, reply) => {
      const { earlier, isStream, includesUsage, listsSources, reply: said, ...asked } = request.body;
      const conversation = { userId: ANONYMOUS_USER, conversationId: request.id };
      const question = { ...questionOf(asked, settings, conversation), earlier };
      const { signal } = request.lifetime;
      const linkOf = (source: RelatedSource) =>
        source.url ?? `${originOf(request)}/#/documents/${source.docId}`;
      const frame = { correlationId: request.id, now: now(), linkOf, listsSources };
      if (said !== undefined && !isStream) return completionOf(plainly(said), frame);
      if (said !== undefined)
        return sendStream(request, reply, completionChunks(eventsOf(said), { ...frame, includesUsage }));
      await answerQuota.count(request.caller);
      const events = seenBy(request).answerQuestion(question, { signal, correlationId: request.id });
      if (!isStream) return completionOf(await foldAnswer(events), frame);
      const chunks = await begun(completionChunks(events, { ...frame, includesUsage }));
      await sendStream(request, reply, chunks);
    },
  );

  scope.post(
    '/v1/embeddings',
    {
      ...operation({ ...ACCESS, lifetime: 'question' }, 'embeddings', 'Embed texts as a client of OpenAI', {
        description: EMBEDDINGS_DESCRIPTION,
        body: EmbeddingRequest,
        response: { 200: EmbeddingList, ...openAiErrors(502) },
      }),
      bodyLimit: LIMITS.embeddingBytesMax,
    },
    async (request) => {
      const { inputs, purpose, isBase64 } = request.body;
      const texts = await Promise.all(inputs.map(textOf));
      const { modelId, vectors } = await embedTexts(texts, { purpose, signal: request.lifetime.signal });
      const tokens = texts.reduce((sum, text) => sum + estimateTokens(text), 0);
      return {
        object: 'list' as const,
        data: vectors.map((vector, index) => ({
          object: 'embedding' as const,
          index,
          embedding: isBase64 ? base64Of(vector) : Array.from(vector),
        })),
        model: modelId,
        usage: { prompt_tokens: tokens, total_tokens: tokens },
      };
    },
  );

  scope.get(
    '/v1/models',
    operation(ACCESS, 'listModels', 'List the models, of which there is one', {
      response: { 200: ModelList },
    }),
    async () => ({ object: 'list' as const, data: [model] }),
  );

  scope.get(
    `/v1/models/${MODEL_ID}`,
    operation(ACCESS, 'getModel', 'Get the model', { response: { 200: ModelDescription } }),
    async () => model,
  );
}

async function* eventsOf(said: string) {
  yield { type: 'sources' as const, sources: [] };
  yield { type: 'done' as const, answer: plainly(said) };
}

/** Little-endian, as is every machine that Node runs on. */
function base64Of({ buffer, byteOffset, byteLength }: Float32Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}

const HOST = /^[\w.:[\]-]+$/;

/**
 * As the client addressed this server, or as it, or a proxy, says that people reach it. Nobody else is shown the links
 * of this reply.
 */
function originOf({ host, headers }: FastifyRequest): string {
  const forwarded = String(headers['x-forwarded-host'] ?? host);
  const protocol = headers['x-forwarded-proto'] === 'https' ? 'https' : 'http';
  return `${protocol}://${HOST.test(forwarded) ? forwarded : host}`;
}

/** @throws {RefusedError} `validation_failed` for tokens of white space, as a text of it is. */
async function textOf(input: string | number[]): Promise<string> {
  const text = typeof input === 'string' ? input : await textOfTokens(input);
  if (text.trim() !== '') return text;
  throw invalidField('input', 'must not be empty');
}

const DESCRIPTION = `\`POST /api/v1/chat\` in the shape of OpenAI's API. The messages are the conversation: nothing of it is remembered here.
System messages are ignored, as are fields that are not listed. Prompts by which Open WebUI, LibreChat and Continue ask
for titles, tags and further questions are answered without a search; files that these clients put before a question
are ignored. A refusal is an ordinary answer. A key is needed only
with \`REQUIRE_AUTH_FOR_CHAT\`; without it tokens of other services are ignored. With \`stream\`, chunks arrive as
server-sent events; the last one has the annotations.`;

const EMBEDDINGS_DESCRIPTION = `Embeds texts by the model that embeds the documents: that of \`EMBEDDING_PROVIDER\`, or the built-in one. Longer texts
than the model takes lose their end. No key is needed, as for chat.`;

const STREAM_EXAMPLE = `data: {"id":"chatcmpl-…","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"A family ticket costs 24 euros. [1]"},"finish_reason":null}], …}

data: [DONE]

`;
