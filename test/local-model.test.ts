import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApiClient } from '../scripts/api-client.ts';
import { writeTinyOnnxModel } from './model-servers/tiny-onnx-model.ts';
import { type ServerProcess, startServer } from './server-process.ts';

const PACKAGE = '@huggingface/transformers';
const MEANINGS = { car: [1, 0], cars: [1, 0], automobile: [1, 0], garden: [0, 1], opens: [0, 1] };
/** As many products as come to what a model of 20 million parameters costs. */
const SLOW = { width: 384, layers: 200 };
const DOCUMENTS = 8;

const skip = isInstalled() ? false : `needs: npm install --no-save ${PACKAGE}`;

describe(`The server with a model of ${PACKAGE}`, { skip }, () => {
  const running: ServerProcess[] = [];
  const start = async (model: string, folder?: string) => {
    const settings = { EMBEDDING_PROVIDER: 'transformers', EMBEDDING_MODEL: model, SCORE_THRESHOLD: '0' };
    const server = await startServer({ settings, ...(folder && { folder }) });
    running.push(server);
    return { ...server, api: createApiClient(server.url) };
  };
  after(async () => {
    for (const server of running) await server[Symbol.asyncDispose]();
  });

  it('finds by meaning, and serves while another model embeds all anew', async () => {
    const first = await startServer();
    running.push(first);
    await first.stop('SIGTERM');
    const [small, large] = ['small', 'large'].map((name) => join(first.folder, name)) as [string, string];
    await writeTinyOnnxModel(small, { vectors: MEANINGS });
    const wide = (at: number) => Array.from({ length: SLOW.width }, (_, i) => (i % 2 === at ? 1 : 0));
    const vectors = Object.fromEntries(Object.entries(MEANINGS).map(([word, [x]]) => [word, wide(x!)]));
    await writeTinyOnnxModel(large, { vectors, layers: SLOW.layers });

    const before = await start(small, first.folder);
    await before.api.upload(
      'fleet.txt',
      Buffer.from('Every automobile of the fleet is inspected in spring.'),
    );
    for (let at = 0; at < DOCUMENTS; at++)
      await before.api.upload(`garden-${at}.txt`, Buffer.from(`The garden ${at} opens. `.repeat(200)));
    await before.api.settled(60_000);
    assert.equal(await bestOf(before.api), 'fleet');
    assert.equal((await before.api.summary()).embedding.model, `transformers/${small}#2`);
    assert.deepEqual(await before.stop('SIGTERM'), { code: 0 });

    const { api, output } = await start(large, first.folder);
    let asked = 0;
    while ((await api.summary()).embedding.reindexing) {
      assert.equal(await bestOf(api), 'fleet');
      asked++;
      await sleep(20);
    }
    assert.ok(asked > 2, `asked ${asked} times`);
    assert.equal((await api.summary()).embedding.model, `transformers/${large}#2`);
    assert.equal(await bestOf(api), 'fleet');
    assert.doesNotMatch(output(), /Searching by words only because/);

    // The model of which embeddings are kept is gone: the one that is set takes its place all the same.
    await running.at(-1)!.stop('SIGTERM');
    await rm(large, { recursive: true });
    const last = await start(small, first.folder);
    assert.match(last.output(), /as the old model is not available/);
    while ((await last.api.summary()).embedding.reindexing) await sleep(20);
    assert.equal(await bestOf(last.api), 'fleet');
    assert.equal((await last.api.summary()).embedding.model, `transformers/${small}#2`);
  });

  it('does not start with a folder that holds no model, and says what it lacks', async () => {
    await assert.rejects(
      start('/no/such/folder'),
      /Cannot open the embedding model \/no\/such\/folder as there/,
    );
  });

  async function bestOf(api: ReturnType<typeof createApiClient>): Promise<string | undefined> {
    const { sources } = await api.ask('When are cars looked at?');
    return sources[0]?.doc_id;
  }
});

function isInstalled(): boolean {
  try {
    return import.meta.resolve(PACKAGE) !== '';
  } catch {
    return false;
  }
}
