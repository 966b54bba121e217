import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApiClient } from '../scripts/api-client.ts';
import { failsWith, writes } from './model-servers/behaviour.ts';
import { startOpenAiServer } from './model-servers/openai.ts';
import type { ModelServer } from './model-servers/scripted-server.ts';
import { startSearchModelServer } from './model-servers/search-models.ts';
import { type OpenServer, openServer } from './open-server.ts';
import { startServer } from './server-process.ts';
import { until } from './until.ts';

const DOCUMENTS = 100;
/** Of each document: more than a batch in all, so that a kill finds some embedded and some not. */
const PARAGRAPHS = 12;

const CARS = 'When are cars looked at?';
const CAR = 'Every automobile of the fleet is inspected in spring.';

interface Candidate {
  readonly doc_id: string;
  /** The cosine with the question. */
  readonly latent: number;
}

/** Knows that a car is an automobile, and nothing else. */
function meaningOf(text: string): readonly number[] {
  const isCar = /\b(cars?|automobiles?|vehicles?)\b/i.test(text);
  return [isCar ? 1 : 0, 1 - (isCar ? 1 : 0), text.length % 7 === 0 ? 0.01 : 0];
}

describe('The server with an embedding provider', () => {
  let provider: ModelServer;
  const running: OpenServer[] = [];

  const settings = (model = 'model-a') => ({
    EMBEDDING_PROVIDER: 'openai-compatible',
    EMBEDDING_MODEL: model,
    EMBEDDING_BASE_URL: provider.baseUrl,
    EMBEDDING_TIMEOUT_MS: '400',
    SCORE_THRESHOLD: '0',
  });
  const start = async (options: Parameters<typeof openServer>[0] = {}) => {
    const server = await openServer(options);
    running.push(server);
    return { ...server, api: createApiClient(server.url) };
  };
  type Server = Awaited<ReturnType<typeof start>>;

  async function ingest({ api }: Server, name: string, text: string): Promise<void> {
    await api.upload(name, Buffer.from(text));
  }
  /** The best candidate of a question by its words and meaning, and its cosine. */
  async function found({ api, url }: Server, question: string) {
    const { meta } = await api.ask(question);
    const reply = await fetch(`${url}/api/v1/chat/${meta.correlation_id}/trace`);
    const trace = (await reply.json()) as { candidates: readonly Candidate[]; degraded: boolean };
    const { candidates } = trace;
    assert.equal(trace.degraded, meta.retrieval.degraded === true);
    return {
      isDegraded: trace.degraded,
      best: candidates[0],
      latentOf: (docId: string) => candidates.find((c) => c.doc_id === docId)?.latent ?? 0,
    };
  }

  before(async () => {
    provider = await startOpenAiServer({ embed: meaningOf });
  });
  after(async () => {
    for (const server of running) await server[Symbol.asyncDispose]();
    await provider?.[Symbol.asyncDispose]();
  });

  it('finds by meaning, by words alone while the provider is down, and ingests when it is back', async () => {
    const server = await start({ settings: settings() });
    await ingest(server, 'fleet.txt', CAR);
    await ingest(server, 'garden.txt', 'The garden opens at nine and closes at dusk.');
    await server.api.settled(120_000);
    assert.equal((await server.api.summary()).embedding.model, 'openai-compatible/model-a#2');
    const meant = await found(server, CARS);
    assert.ok(meant.latentOf('fleet') > 0.9);
    assert.equal(meant.latentOf('garden'), 0);
    assert.ok(!meant.isDegraded);

    provider.answer(failsWith(503));
    const worded = await found(server, 'When does the garden open?');
    assert.deepEqual([worded.best?.doc_id, worded.best?.latent], ['garden', 0]);
    assert.ok(worded.isDegraded, 'the answer says so');
    assert.match(server.output(), /Searching by words only/);
    await ingest(server, 'later.txt', 'Vehicles are washed in autumn.');
    await until(async () => /Embedding waits/.test(server.output()));
    assert.equal((await server.api.status('later')).status, 'processing');

    provider.answer(writes(''));
    await until(async () => (await server.api.status('later')).status === 'done');
    assert.equal((await server.api.status('later')).attempts, 1);
  });

  it('changes the model behind the answers, and goes on after a kill', async () => {
    const first = await start({ settings: settings() });
    for (let at = 0; at < DOCUMENTS; at++) await ingest(first, `notes-${at}.txt`, paragraphs(at));
    await ingest(first, 'fleet.txt', CAR);
    await first.api.settled(60_000);
    const { chunks } = await first.api.summary();
    assert.ok(chunks > 300, `${chunks} chunks`);
    const folder = await first.killed();
    const asked = () => provider.requests.filter(({ body }) => body.model === 'model-b');

    // From the second batch on the provider is down.
    provider.answer(({ body }) =>
      body.model === 'model-b' && asked().length > 1 ? failsWith(503) : writes(''),
    );
    const second = await start({ folder, settings: settings('model-b') });
    await until(async () => /Re-indexing waits/.test(second.output()));
    const { embedding } = await second.api.summary();
    assert.equal(embedding.model, 'openai-compatible/model-a#2');
    assert.deepEqual(
      [embedding.reindexing?.model, embedding.reindexing?.embedded, embedding.reindexing?.state],
      ['openai-compatible/model-b#2', 64, 'waiting'],
    );
    assert.ok((await found(second, CARS)).latentOf('fleet') > 0.9, 'the old model answers');
    await ingest(second, 'meanwhile.txt', 'The lorry is a vehicle of the neighbours.');
    await second.api.settled(120_000);
    const killed = await second.killed();

    const textsBefore = textsOf(asked());
    provider.answer(writes(''));
    const third = await start({ folder: killed, settings: settings('model-b') });
    await until(async () => /Re-indexing resumes/.test(third.output()));
    await until(async () => (await third.api.summary()).embedding.model === 'openai-compatible/model-b#2');
    const sent = textsOf(asked()).slice(textsBefore.length);
    // The batch that was answered is not asked for again.
    assert.ok(new Set(sent).size <= chunks + 1 - 64, `${sent.length} texts`);
    const meant = await found(third, 'Which lorry or car do the neighbours have?');
    assert.equal(meant.best?.doc_id, 'meanwhile');
    assert.ok(meant.latentOf('meanwhile') > 0.9 && meant.latentOf('fleet') > 0.9);
    assert.equal((await third.api.summary()).embedding.reindexing, null);

    const { code, output } = await cli(['reindex', '--url', third.url]);
    assert.equal(code, 0, output);
    assert.match(output, /passages embedded\n[\s\S]*Embedding model: openai-compatible\/model-b#2\n$/);
    const before = await third.api.status('fleet');
    const anew = await cli(['reindex', '--from-originals', '--url', third.url]);
    assert.equal(anew.code, 0, anew.output);
    const { version, status } = await third.api.status('fleet');
    assert.deepEqual([version, status], [before.version + 1, 'done']);

    // Back to the model that is learned here: nobody is called, and words answer until it is learned.
    await third.stop();
    const calls = provider.requests.length;
    const fourth = await start({ folder: killed });
    assert.equal((await found(fourth, 'When is the fleet inspected?')).best?.doc_id, 'fleet');
    await until(async () => !/^openai|^$/.test((await fourth.api.summary()).embedding.model ?? ''));
    assert.equal(provider.requests.length, calls);
  });

  it('finds by its words what the model declines, says why, and has done with it', async () => {
    const isDeclined = (body: { input: readonly string[] }) =>
      body.input.some((text) => /parsnip/.test(text));
    provider.answer(({ body }) =>
      isDeclined(body) ? failsWith(400, { message: 'The input was flagged by our filter.' }) : writes(''),
    );
    const server = await start({ settings: settings() });
    await ingest(server, 'fleet.txt', CAR);
    await ingest(server, 'kitchen.md', '# Kitchen\n\nThe parsnip is peeled on Fridays.');
    await server.api.settled(120_000);
    assert.equal((await server.api.status('kitchen')).status, 'done');
    const declined = { reason: 'text_declined', passages: 1 };
    assert.deepEqual((await server.api.summary()).embedding.declined, declined);
    const { code, output } = await cli(['reindex', '--url', server.url]);
    assert.equal(code, 0, output);
    assert.match(output, /Passages found by their words alone: 1 \(text_declined\)/);
    assert.deepEqual((await server.api.summary()).embedding.declined, declined);
    assert.match(server.output(), /reason=text_declined.*chunk_ids=kitchen\./);
    assert.equal((await found(server, 'When is the parsnip peeled?')).best?.doc_id, 'kitchen');
    assert.ok((await found(server, CARS)).latentOf('fleet') > 0.9);
    const calls = provider.requests.length;
    await sleep(300);
    assert.equal(provider.requests.length, calls, 'it is not asked for again');
    provider.answer(writes(''));
  });

  it('lets a provider have the last word on the order of passages, unless it is down', async () => {
    await using ranking = await startSearchModelServer({
      embed: () => [],
      relevance: (_, text) => (text.includes('Tuesday') ? 0.9 : 0.1),
    });
    const server = await start({
      settings: { RERANK_PROVIDER: 'cohere', COHERE_API_KEY: 'k', RERANK_BASE_URL: ranking.baseUrl },
    });
    await ingest(server, 'a.txt', 'The library opens on Monday at nine. The library opens early.');
    await ingest(server, 'b.txt', 'On Tuesday the library is open as well.');
    await server.api.settled(120_000);
    const question = 'When does the library open?';
    assert.equal((await found(server, question)).best?.doc_id, 'b');
    ranking.answer(failsWith(500));
    assert.equal((await found(server, question)).best?.doc_id, 'a');
    assert.match(server.output(), /Using the built-in ranking/);
  });

  it('does not start without what the provider needs', async () => {
    await assert.rejects(
      startServer({ settings: { EMBEDDING_PROVIDER: 'cohere' } }),
      /ValueError[\s\S]*COHERE_API_KEY must be set when EMBEDDING_PROVIDER is cohere/,
    );
  });

  async function cli(args: string[]): Promise<{ code: number | null; output: string }> {
    const child = spawn(process.execPath, [new URL('../src/docent.js', import.meta.url).pathname, ...args]);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (output += bytes));
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
    return { code, output };
  }
});

function paragraphs(document: number): string {
  return Array.from(
    { length: PARAGRAPHS },
    (_, at) =>
      `# Part ${at}\n\n${Array.from({ length: 60 }, (_, word) => `w${(document * 31 + at * 17 + word * word) % 400}`).join(' ')}.`,
  ).join('\n\n');
}

function textsOf(requests: readonly { body: { input: string[] } }[]): string[] {
  return requests.flatMap(({ body }) => body.input);
}
