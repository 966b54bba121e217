import { z } from 'zod';
import type { CompatibleServer } from '../compatible-server.ts';
import { ProviderFailure } from '../provider-failure.ts';
import { failureOfCall, jsonOf, textOf } from '../provider-response.ts';
import type { ProviderEmbedding } from './provider-embedding.ts';

/** The used fields of a reply. A vector has thousands of numbers, so one loop checks them. */
const isVector = (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === 'number');
const Reply = z.object({
  data: z.array(z.object({ embedding: z.custom<number[]>(isVector) })),
  usage: z.object({ prompt_tokens: z.number() }).nullish(),
});

/** A server with OpenAI's embeddings API, without the AI SDK, which takes three times the CPU time. */
export function compatibleEmbedding(server: CompatibleServer): ProviderEmbedding {
  const { id, model, dialect } = server;
  return {
    id,
    textsPerCall: dialect.textsPerCall,
    async embed(texts, { signal }) {
      const body = { model, input: texts, encoding_format: 'float' };
      try {
        using response = await server.post('/embeddings', body, signal);
        const text = await textOf(response.body);
        response.read();
        return vectorsIn(text);
      } catch (error) {
        throw failureOfCall(error, signal);
      }
    },
  };
}

function vectorsIn(text: string): Awaited<ReturnType<ProviderEmbedding['embed']>> {
  const reply = Reply.safeParse(jsonOf(text));
  if (!reply.success) throw new ProviderFailure('malformed', { said: text });
  const { data, usage } = reply.data;
  return { vectors: data.map(({ embedding }) => embedding), tokens: usage?.prompt_tokens ?? null };
}
