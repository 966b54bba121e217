/**
 * The cost of a server that only calls a provider twice for each question, for an embedding and for a streamed
 * completion: Fastify with the global `fetch` or an undici pool. It reads the stream's frames, and sends the text as a
 * whole or token by token. With `search`, Docent's own search makes the first call, and finds passages that are not used.
 */
import { once } from 'node:events';
import { Readable } from 'node:stream';
import fastify from 'fastify';
import { Pool } from 'undici';

const [way, baseUrl, calls] = process.argv.slice(2) as ['fetch' | 'pool' | 'search', string, string];
const makesEmbedding = calls === '2';
const [{ prompt, settings }] = (await once(process, 'message')) as [
  { prompt: string; settings: Record<string, string> },
];
const search =
  way === 'search' ? await (await import('./bare-search.ts')).openBareSearch(settings) : undefined;
const pool = new Pool(new URL(baseUrl).origin, { connections: 32 });
const headers = { 'content-type': 'application/json' };

async function post(path: string, body: string): Promise<AsyncIterable<Uint8Array>> {
  if (way === 'fetch') {
    const response = await fetch(`${baseUrl}${path}`, { method: 'POST', headers, body });
    return response.body!;
  }
  return (await pool.request({ path: `/v1${path}`, method: 'POST', headers, body })).body;
}

async function* tokens(question: string): AsyncGenerator<string> {
  if (search) {
    const { passages, isDegraded } = await search(question);
    if (passages.length === 0 || isDegraded) throw new Error('The search failed');
  } else if (makesEmbedding) {
    let json = '';
    const decoder = new TextDecoder();
    const body = JSON.stringify({ model: 'bench', input: [question] });
    for await (const piece of await post('/embeddings', body))
      json += decoder.decode(piece, { stream: true });
    JSON.parse(json);
  }
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of await post('/chat/completions', prompt)) {
    rest += decoder.decode(piece, { stream: true });
    const frames = rest.split('\n\n');
    rest = frames.pop()!;
    for (const frame of frames) {
      if (frame === 'data: [DONE]') continue;
      const { choices } = JSON.parse(frame.slice(6)) as { choices: { delta: { content?: string } }[] };
      const token = choices[0]?.delta.content;
      if (token) yield token;
    }
  }
}

const server = fastify();
server.post<{ Body: { question: string } }>('/api/v1/chat', async ({ body }) => {
  let answer = '';
  for await (const token of tokens(body.question)) answer += token;
  return { answer };
});
server.post<{ Body: { question: string } }>('/api/v1/chat/stream', async ({ body }, reply) => {
  async function* events() {
    for await (const token of tokens(body.question))
      yield `event: token\ndata: ${JSON.stringify({ delta: token })}\n\n`;
    yield 'event: done\ndata: {}\n\n';
  }
  reply.header('content-type', 'text/event-stream');
  return reply.send(Readable.from(events()));
});
const url = await server.listen({ port: 0, host: '127.0.0.1' });
process.send!({ url });
process.once('disconnect', () => process.exit());
