import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { processorMs } from '../../../../test/processor-time.ts';
import type { ChunkTerms } from '../../../ports/chunk.ts';
import { fitInWorker } from './fit-in-worker.ts';
import { openLatentEmbedding } from './latent-embedding.ts';
import { decodeLatentModel, encodeLatentModel } from './latent-model.ts';
import { type FitOptions, fitLatentModel } from './latent-semantic.ts';
import { zeros } from './matrix.ts';
import { symmetricEigen } from './symmetric-eigen.ts';
import { createTermRowsBuilder } from './term-rows.ts';

const CORPUS = [
  'car engine road .the wheel',
  'automobile engine road wheel .the',
  'car wheel driver .the',
  'automobile driver wheel',
  'soup pan salt .the',
  'soup salt pepper pan',
  'broth pan pepper salt',
  'broth salt .the .of soup',
].map(termsOf);

test('words that keep the same company are near, though they never meet', async () => {
  const model = fitted(CORPUS, { dimensions: 2 });
  const [car, automobile, broth] = await embed(model, ['car', 'automobile', 'broth']);
  assert.ok(cosine(car!, automobile!) > 0.95);
  assert.ok(Math.abs(cosine(car!, broth!)) < 0.2);
});

test('cosines are those of the rows in the truncated decomposition', async () => {
  const dimensions = 3;
  const model = fitted(CORPUS, { dimensions });
  const vectors = await model.embed(inputs(CORPUS), { purpose: 'passage' });
  // U·Σ from the eigenvectors of A·Aᵀ, worked out without the code under test.
  const a = weighted(CORPUS);
  const n = a.length;
  const products = zeros(n, n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) products.values[i * n + j] = dot(a[i]!, a[j]!);
  }
  const { values, vectors: u } = symmetricEigen(products);
  const exact = a.map((_, i) =>
    Float32Array.from({ length: dimensions }, (_, k) => u.values[k * n + i]! * Math.sqrt(values[k]!)),
  );
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      assert.ok(Math.abs(cosine(vectors[i]!, vectors[j]!) - cosine(exact[i]!, exact[j]!)) < 0.02);
    }
  }
});

test('vectors have length 1, and are zero where no word is known', async () => {
  const model = fitted(CORPUS, {});
  const [known, unknown, stop, single] = await embed(model, ['car unknown', 'unknown', '.the', 'driver']);
  assert.ok(Math.abs(Math.hypot(...known!) - 1) < 1e-6);
  assert.ok(Math.abs(Math.hypot(...single!) - 1) < 1e-6);
  assert.deepEqual(unknown, new Float32Array(model.dimensions));
  assert.deepEqual(stop, new Float32Array(model.dimensions), 'stop words carry no meaning');
});

test('a word of a question that weighs less than 1 turns the vector less', async () => {
  const model = fitted(CORPUS, { dimensions: 2 });
  const embedded = (weight: number) =>
    model.embed([{ text: '', terms: ['car', 'soup'], counts: [1, weight] }], { purpose: 'question' });
  const [car] = await embed(model, ['car']);
  const [slightly] = await embedded(0.1);
  const [fully] = await embedded(1);
  assert.ok(cosine(car!, slightly!) > cosine(car!, fully!));
  assert.ok(cosine(car!, slightly!) < 1);
});

test('has as many dimensions as the rows allow, and no model where no two share a word', () => {
  assert.ok(fitted(CORPUS, { dimensions: 150 }).dimensions <= CORPUS.length);
  assert.equal(fitted(CORPUS, { dimensions: 3 }).dimensions, 3);
  assert.throws(() => fitted([termsOf('one .the'), termsOf('two .the')], {}), /two chunks must share a term/);
});

test('keeps the most frequent words where there are too many', async () => {
  const model = fitted(CORPUS, { vocabularyMax: 2 });
  const [salt, car] = await embed(model, ['salt', 'car']);
  assert.ok(Math.hypot(...salt!) > 0.99);
  assert.equal(Math.hypot(...car!), 0);
});

test('what is stored is the model, to the last bit', async () => {
  const model = fitLatentModel(rowsOf(CORPUS), { seed: 1, corpusChunks: 8 });
  const payload = encodeLatentModel(model);
  assert.deepEqual(decodeLatentModel(payload), model);
  // As a store may give it back: somewhere inside a larger buffer.
  const shifted = new Uint8Array(payload.length + 3);
  shifted.set(payload, 3);
  assert.deepEqual(decodeLatentModel(shifted.subarray(3)), model);
  assert.equal(openLatentEmbedding(payload).corpusChunks, 8);
});

test('a payload that is cut short or of another format is refused', () => {
  const payload = encodeLatentModel(fitLatentModel(rowsOf(CORPUS), { seed: 1, corpusChunks: 8 }));
  assert.throws(() => decodeLatentModel(payload.subarray(0, payload.length - 1)), /must have \d+ bytes/);
  assert.throws(() => decodeLatentModel(new Uint8Array(5)), /must begin with LSA1/);
  assert.throws(() => decodeLatentModel(payload.subarray(1)), /must begin with LSA1/);
});

test('the same rows give the same id, others another', () => {
  assert.equal(fitted(CORPUS, {}).id, fitted(CORPUS, {}).id);
  assert.notEqual(fitted(CORPUS, {}).id, fitted(CORPUS.slice(1), {}).id);
});

test('a fit in a thread gives the model that a fit in place gives', async () => {
  const signal = AbortSignal.timeout(60_000);
  const payload = await fitInWorker(CORPUS, { corpusChunks: 8, signal });
  const here = encodeLatentModel(fitLatentModel(rowsOf(CORPUS), { seed: 1, corpusChunks: 8 }));
  assert.deepEqual(Buffer.from(payload), Buffer.from(here));
});

test('a fit in a thread says why there is no model', async () => {
  const signal = AbortSignal.timeout(60_000);
  await assert.rejects(fitInWorker([termsOf('one')], { corpusChunks: 1, signal }), /must share a term/);
});

test('a fit in a thread ends when it is called off', async () => {
  const rows = Array.from({ length: 3_000 }, (_, i) =>
    termsOf(Array.from({ length: 60 }, (_, j) => `w${(i * 31 + j * j * 17) % 6_000}`).join(' ')),
  );
  const signal = AbortSignal.timeout(150);
  await assert.rejects(fitInWorker(rows, { corpusChunks: 3_000, signal }), { name: 'TimeoutError' });
  assert.ok((await processorMs(() => sleep(400))) < 200, 'the thread works on');
});

test('embedding ends when the client has gone', async () => {
  const signal = AbortSignal.abort(new Error('gone'));
  await assert.rejects(fitted(CORPUS, {}).embed(inputs(CORPUS), { purpose: 'passage', signal }), /gone/);
});

function fitted(rows: readonly ChunkTerms[], options: Partial<FitOptions>) {
  const model = fitLatentModel(rowsOf(rows), { seed: 1, corpusChunks: rows.length, ...options });
  return openLatentEmbedding(encodeLatentModel(model));
}

function rowsOf(rows: readonly ChunkTerms[]) {
  const builder = createTermRowsBuilder();
  for (const row of rows) builder.add(row);
  return builder.build();
}

function embed(model: ReturnType<typeof openLatentEmbedding>, texts: string[]) {
  return model.embed(inputs(texts.map(termsOf)), { purpose: 'question' });
}

function inputs(rows: readonly ChunkTerms[]) {
  return rows.map((row) => ({ text: '', ...row }));
}

function termsOf(text: string): ChunkTerms {
  const counts = new Map<string, number>();
  for (const word of text.split(' ')) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { terms: [...counts.keys()], counts: [...counts.values()] };
}

/** Rows of (1 + ln tf) · idf over the words of at least two rows, unit length. */
function weighted(rows: readonly ChunkTerms[]): Float64Array[] {
  const all = [...new Set(rows.flatMap(({ terms }) => terms))].filter((term) => !term.startsWith('.'));
  const df = (term: string) => rows.filter(({ terms }) => terms.includes(term)).length;
  const words = all.filter((term) => df(term) >= 2);
  return rows.map(({ terms, counts }) => {
    const row = Float64Array.from(words, (term) => {
      const at = terms.indexOf(term);
      return at < 0
        ? 0
        : (1 + Math.log(counts[at]!)) * Math.log(1 + (rows.length - df(term) + 0.5) / (df(term) + 0.5));
    });
    return row.map((value) => value / Math.hypot(...row));
  });
}

function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return Array.from(a).reduce((sum, component, i) => sum + component * b[i]!, 0);
}
