import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeCorpus } from '../bench/corpus.ts';
import { createApiClient } from '../scripts/api-client.ts';
import { MEMORY_PROBE, memoryOf } from './fuzz/memory-probe.ts';
import { startServer } from './server-process.ts';

/** Too few for an embedding model, whose fits come and go in memory. */
const DOCUMENTS = 10;
const WARM_ROUNDS = 40;
const ROUNDS = 120;
const SETTLE_TIMEOUT_MS = 120_000;
/** What is prepared of one of these documents takes some 40 KB: to keep all of it would add 16 MB at least. */
const GROWTH_MAX_MB = 6;

test(`${DOCUMENTS * ROUNDS} ingests of the same ${DOCUMENTS} documents leave nothing in memory`, async (t) => {
  await using server = await startServer({ settings: { NODE_OPTIONS: MEMORY_PROBE } });
  const client = createApiClient(server.url);

  // Of one vocabulary: words that come up for the first time may stay.
  const corpus = makeCorpus(DOCUMENTS * (WARM_ROUNDS + ROUNDS));

  async function ingestAll(round: number): Promise<void> {
    const documents = corpus.slice(round * DOCUMENTS, (round + 1) * DOCUMENTS);
    await Promise.all(
      documents.map(({ text }, i) =>
        client.upload(`town-${i}.md`, Buffer.from(text), { doc_id: `town-${i}` }),
      ),
    );
    const settled = await client.settled(SETTLE_TIMEOUT_MS);
    assert.ok(settled.every(({ status, version }) => status === 'done' && version === round + 1));
  }

  for (let round = 0; round < WARM_ROUNDS; round += 1) await ingestAll(round);
  const before = await memoryOf(server);
  for (let round = 0; round < ROUNDS; round += 1) await ingestAll(WARM_ROUNDS + round);
  const after = await memoryOf(server);
  const grownMb = after.heldMb - before.heldMb;
  t.diagnostic(`held ${before.heldMb.toFixed(1)} MB, and ${grownMb.toFixed(1)} MB more at the end`);
  assert.ok(grownMb < GROWTH_MAX_MB, `it grew by ${grownMb.toFixed(1)} MB`);
});
