import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChunkTerms } from '../../../ports/chunk.ts';
import { analyze } from '../../../text/analyzer.ts';
import { fitInWorker } from './fit-in-worker.ts';
import { fitToCorpus } from './fit-to-corpus.ts';
import { termRowsOf } from './term-rows.ts';
import { readTrainedVectors } from './trained-vectors.ts';
import { openWordEmbedding } from './word-embedding.ts';
import {
  decodeWordVectors,
  encodeWordVectors,
  lengthOf,
  type WordVectors,
  withVectors,
  wordVector,
} from './word-vectors.ts';

const ENGLISH = readTrainedVectors([]).vectors;
const WITH_GERMAN = readTrainedVectors(['de']).vectors;
const NOTHING: WordVectors = {
  ...{ languages: ['en'], dimensions: 192, corpusChunks: 0, rowOf: new Map() },
  ...{ scales: new Float32Array(), codes: new Int8Array() },
};
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

test('everyday words are near those that documents write, whatever the corpus', async () => {
  const model = await fitted([], ENGLISH);
  await assertNearer(model, ['vacation', 'annual leave', 'password'].map(contentIn('en')));
  await assertNearer(model, ['get rid of', 'delete', 'password'].map(contentIn('en')));
});

test('German everyday words are near those that documents write, and stems of English alone stay as they are', async () => {
  const model = await fitted([], WITH_GERMAN);
  await assertNearer(model, ['Ferien', 'Erholungsurlaub', 'Kennwort'].map(contentIn('de')));
  await assertNearer(model, ['klauen', 'Diebstahl', 'Kennwort'].map(contentIn('de')));
  assert.deepEqual(wordVector(WITH_GERMAN, 'vacat'), wordVector(ENGLISH, 'vacat'));
});

test('words of a language with a list of translations are near what they mean, in English, too', async () => {
  const model = await fitted([], readTrainedVectors(['de', 'fr']).vectors);
  await assertNearer(model, [
    contentIn('fr')('congés'),
    contentIn('en')('annual leave'),
    contentIn('en')('password'),
  ]);
  await assertNearer(model, [...['congés', 'vacances', 'facture'].map(contentIn('fr'))]);
});

test('a stem of both languages has both of its meanings, and no greater weight', () => {
  const [own, both] = [ENGLISH, WITH_GERMAN].map((known) => wordVector(known, 'kind')!);
  const similarity = cosine(own!, both!);
  assert.ok(similarity > 0.3 && similarity < 0.95, String(similarity));
  assert.ok(lengthOf(both!) < 2 * lengthOf(own!));
});

test('a corpus with enough German passages asks for German words, others do without', async () => {
  const [english, both] = await Promise.all([ENGLISH, WITH_GERMAN].map((known) => fitted(CORPUS, known)));
  const suitable = (languages: Record<string, number>) =>
    [english, both].map((model) => model!.suits(new Map(Object.entries(languages))));
  assert.deepEqual(suitable({}), [true, true]);
  assert.deepEqual(suitable({ en: 96, de: 4 }), [true, true]);
  assert.deepEqual(suitable({ en: 90, de: 10 }), [false, true]);
  assert.deepEqual(suitable({ de: 3 }), [false, true]);
});

test('a word that only the corpus has is near the words of its passages', async () => {
  const passages = ['zorblat printer ink paper', 'zorblat ink cartridge', 'soup salt pan', 'soup pan pepper'];
  const model = await fitted(passages.map(contentIn('en')), ENGLISH);
  const [zorblat, printer, soup] = await embed(model, ['zorblat', 'printer', 'soup'].map(contentIn('en')));
  assert.ok(cosine(zorblat!, printer!) > cosine(zorblat!, soup!) + 0.3);
});

test('in a language without vectors, words that keep the same company are near', async () => {
  const model = await fitted(CORPUS, NOTHING);
  const [car, automobile, broth] = await embed(model, ['car', 'automobile', 'broth'].map(termsOf));
  assert.ok(cosine(car!, automobile!) > cosine(car!, broth!) + 0.4);
});

test('vectors have length 1, and are zero where no word is known', async () => {
  const model = await fitted(CORPUS, NOTHING);
  const [known, unknown, stop, single] = await embed(
    model,
    ['car unknown', 'unknown', '.the', 'driver'].map(termsOf),
  );
  assert.ok(Math.abs(Math.hypot(...known!) - 1) < 1e-6);
  assert.ok(Math.abs(Math.hypot(...single!) - 1) < 1e-6);
  assert.deepEqual(unknown, new Float32Array(model.dimensions));
  assert.deepEqual(stop, new Float32Array(model.dimensions), 'stop words carry no meaning');
});

test('a word of a question that weighs less than 1 turns the vector less', async () => {
  const model = await fitted(CORPUS, NOTHING);
  const weighing = (weight: number) => ({ terms: ['car', 'soup'], counts: [1, weight] });
  const [car, slightly, fully] = await embed(model, [termsOf('car'), weighing(0.1), weighing(1)]);
  assert.ok(cosine(car!, slightly!) > cosine(car!, fully!));
  assert.ok(cosine(car!, slightly!) < 1);
});

test('what is stored is the model, to the last bit', async () => {
  const vectors = fitToCorpus(await termRowsOf(CORPUS), ENGLISH, { corpusChunks: 8 });
  const payload = encodeWordVectors(vectors);
  assert.deepEqual(decodeWordVectors(payload), vectors);
  // As a store may give it back: somewhere inside a larger buffer.
  const shifted = new Uint8Array(payload.length + 3);
  shifted.set(payload, 3);
  assert.deepEqual(decodeWordVectors(shifted.subarray(3)), vectors);
  assert.equal(openWordEmbedding(payload).corpusChunks, 8);
  assert.deepEqual(decodeWordVectors(encodeWordVectors(WITH_GERMAN)), WITH_GERMAN);
});

test('a payload that is cut short or of another format is refused', async () => {
  const payload = encodeWordVectors(fitToCorpus(await termRowsOf(CORPUS), NOTHING, { corpusChunks: 8 }));
  assert.throws(() => decodeWordVectors(payload.subarray(0, payload.length - 1)), /must have \d+ bytes/);
  assert.throws(() => decodeWordVectors(new Uint8Array(5)), /must begin with DWV3/);
  assert.throws(() => decodeWordVectors(payload.subarray(1)), /must begin with DWV3/);
});

test('other vectors of a term replace its own, and a vector of zeros stays one', () => {
  const one = withVectors({ ...NOTHING, dimensions: 2 }, ['car', 'road'], Float32Array.of(1, -0.5, 0, 0));
  const two = withVectors(one, ['road', 'lane'], Float32Array.of(0, 2, 3, 3));
  assert.deepEqual([...two.rowOf.keys()], ['car', 'road', 'lane']);
  assert.deepEqual([...two.codes], [127, -63, 0, 127, 127, 127]);
  assert.deepEqual([...one.codes.subarray(2)], [0, 0]);
});

test('the same rows give the same id, others another', async () => {
  const { id } = await fitted(CORPUS, ENGLISH);
  assert.equal((await fitted(CORPUS, ENGLISH)).id, id);
  assert.notEqual((await fitted(CORPUS.slice(1), ENGLISH)).id, id);
});

test('a fit in a thread gives the model that a fit in place gives', async () => {
  const signal = AbortSignal.timeout(60_000);
  for (const [languages, known] of [
    [{ en: 8 }, ENGLISH],
    [{ de: 8 }, WITH_GERMAN],
  ] as const) {
    const options = { corpusChunks: 8, languages: new Map(Object.entries(languages)), signal };
    const payload = await fitInWorker(CORPUS, options);
    const here = encodeWordVectors(fitToCorpus(await termRowsOf(CORPUS), known, { corpusChunks: 8 }));
    assert.deepEqual(Buffer.from(payload), Buffer.from(here));
  }
});

test('a fit in a thread ends when it is called off', async () => {
  const called = new AbortController();
  const fit = fitInWorker(CORPUS, { corpusChunks: 8, languages: new Map(), signal: called.signal });
  setImmediate(() => called.abort(new Error('called off')));
  await assert.rejects(fit, /called off/);
});

test('embedding ends when the client has gone', async () => {
  const signal = AbortSignal.abort(new Error('gone'));
  const model = await fitted(CORPUS, NOTHING);
  await assert.rejects(model.embed(inputs(CORPUS), { purpose: 'passage', signal }), /gone/);
});

async function fitted(rows: readonly ChunkTerms[], known: WordVectors) {
  return openWordEmbedding(
    encodeWordVectors(fitToCorpus(await termRowsOf(rows), known, { corpusChunks: rows.length })),
  );
}

function embed(model: ReturnType<typeof openWordEmbedding>, texts: readonly ChunkTerms[]) {
  return model.embed(inputs(texts), { purpose: 'question' });
}

function inputs(rows: readonly ChunkTerms[]) {
  return rows.map((row) => ({ text: '', ...row }));
}

function termsOf(text: string): ChunkTerms {
  return countsOf(text.split(' '));
}

/** The content words of a text in a language. */
function contentIn(language: string): (text: string) => ChunkTerms {
  return (text) =>
    countsOf(analyze(text, language).flatMap(({ term, kind }) => (kind === 'stop' ? [] : [term])));
}

/** Asserts that the first text is much nearer to the second one than to the third one. */
async function assertNearer(...[model, texts]: Parameters<typeof embed>): Promise<void> {
  const [asked, near, far] = await embed(model, texts);
  assert.ok(cosine(asked!, near!) > cosine(asked!, far!) + 0.2);
}

function countsOf(terms: readonly string[]): ChunkTerms {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return { terms: [...counts.keys()], counts: [...counts.values()] };
}

function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [dot, squaresA, squaresB] = [0, 0, 0];
  for (let k = 0; k < a.length; k++) {
    dot += a[k]! * b[k]!;
    squaresA += a[k]! ** 2;
    squaresB += b[k]! ** 2;
  }
  return dot / Math.sqrt(squaresA * squaresB || 1);
}
