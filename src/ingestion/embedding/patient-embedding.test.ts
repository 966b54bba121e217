import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IngestFailure, RefusedError } from '../../errors.ts';
import { SILENT } from '../../kernel/silent-logger.ts';
import type { EmbeddingModel } from '../../ports/embedding-model.ts';
import { embeddingDelayMs, patientEmbedding } from './patient-embedding.ts';

const busy = new RefusedError({ code: 'model_busy', retryAfterSeconds: 0 });
const INPUTS = [{ text: 'a', terms: [], counts: [] }];

function failing(...errors: Error[]) {
  const left = [...errors];
  const model: EmbeddingModel = {
    id: 'm',
    embed: async (inputs) => {
      const error = left.shift();
      if (error) throw error;
      return inputs.map(() => Float32Array.of(1));
    },
  };
  return model;
}

const isAwaited = new AbortController().signal;
const options = { isAwaited, logger: SILENT, now: () => 0, random: () => 0 };

test('passing failures are waited out, one after another', async () => {
  const model = patientEmbedding(failing(busy, busy, busy), options);
  assert.equal((await model.embed(INPUTS, { purpose: 'passage' })).length, 1);
});

test('reports temporary failures when patience is over, permanent ones at once', async () => {
  let now = 0;
  const impatient = { ...options, now: () => (now += 600), patienceMs: 1_000 };
  const model = patientEmbedding(failing(busy, busy, busy), impatient);
  await assert.rejects(model.embed(INPUTS, { purpose: 'passage' }), busy);
  const declined = patientEmbedding(failing(new RefusedError({ code: 'model_failed' })), options);
  await assert.rejects(
    declined.embed(INPUTS, { purpose: 'passage' }),
    (error) => error instanceof IngestFailure && error.code === 'embedding_failed',
  );
});

test('a wait ends when nobody waits for it any more', async () => {
  const controller = new AbortController();
  const asked = new RefusedError({ code: 'model_busy', retryAfterSeconds: 60 });
  const embedding = patientEmbedding(failing(asked), options).embed(INPUTS, {
    purpose: 'passage',
    signal: controller.signal,
  });
  controller.abort(new Error('stopped'));
  await assert.rejects(embedding, /stopped/);
});

test('patience is over when another model waits to take its place', async () => {
  const waiting = new AbortController();
  const asked = new RefusedError({ code: 'model_busy', retryAfterSeconds: 60 });
  const model = patientEmbedding(failing(asked, asked), { ...options, isAwaited: waiting.signal });
  const embedding = model.embed(INPUTS, { purpose: 'passage' });
  waiting.abort();
  await assert.rejects(embedding, asked);
  await assert.rejects(model.embed(INPUTS, { purpose: 'passage' }), asked);
});

test('the wait is what the provider asks for and a backoff that grows', () => {
  const asked = new RefusedError({ code: 'model_busy', retryAfterSeconds: 7 });
  const half = (attempt: number) => ({ attempt, random: 0.5 });
  assert.equal(embeddingDelayMs(asked, half(1)), 8_000);
  assert.equal(embeddingDelayMs(new Error('index'), half(3)), 4_000);
  assert.equal(embeddingDelayMs(new Error('index'), half(99)), 30_000);
});
