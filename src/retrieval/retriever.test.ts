import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { putDocument } from '../../test/conformance/put-document.ts';
import { createEmbeddedIndex, type EmbeddedIndex } from '../adapters/search/embedded-index.ts';
import { openSqliteDocumentStore } from '../adapters/sqlite/documents/document-store.ts';
import { countTerms } from '../ingestion/preparing/chunk-terms.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import type { EmbeddingModel } from '../ports/embedding-model.ts';
import { type ParsedQuestion, parseQuestion } from '../question/parsed-question.ts';
import { createEverydayWords } from './expansion/everyday-words.ts';
import { createRetriever } from './retriever.ts';

let folder: string;
let documentStore: DocumentStore;
let searchIndex: EmbeddedIndex;

/** For each test of the suite that calls it. */
function openStoresForEach(): void {
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docent-retriever-'));
    documentStore = openSqliteDocumentStore(join(folder, 'documents.db'));
    searchIndex = createEmbeddedIndex();
  });

  afterEach(async () => {
    await searchIndex[Symbol.asyncDispose]();
    await documentStore[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });
}

/** Two dimensions, returns and everything else, so that a test can choose which texts are near. */
const model: EmbeddingModel = {
  id: 'plane',
  embed: async (inputs) =>
    inputs.map(({ text }) => Float32Array.from(/refund|money|send back/i.test(text) ? [1, 0] : [0, 1])),
};

interface Ingest {
  readonly embeds?: boolean;
  readonly url?: string;
}

async function ingest(docId: string, texts: readonly string[], { embeds = false, url }: Ingest = {}) {
  await documentStore.accept({
    docId,
    whenTaken: 'replace',
    kind: 'document',
    title: `Title of ${docId}`,
    tags: [],
    source: url === undefined ? { kind: 'upload', filename: 'a.txt' } : { kind: 'url', url },
    original: { contentHash: docId, bytes: 1, mediaType: 'text/plain' },
    correlationId: 'c',
    now: 0,
  });
  const job = await documentStore.claimJob({ now: 0, leaseMs: 1_000 });
  const chunks = texts.map((text, ordinal) => ({
    ordinal,
    text,
    start: 0,
    end: text.length,
    page: 7,
    section: 'Returns',
    ...countTerms([{ text, times: 1 }], 'en'),
  }));
  const embeddings = embeds ? await model.embed(chunks, { purpose: 'passage' }) : [];
  await documentStore.stageChunks(job!, chunks);
  await documentStore.publish(job!, {
    title: `Title of ${docId}`,
    language: 'en',
    pages: 9,
    embeddingModelId: null,
    analysis: 1,
    embedded: 0,
    now: 0,
  });
  await putDocument(
    searchIndex,
    docId,
    job!.version,
    chunks.map((chunk, i) => ({ ...chunk, ...(embeddings[i] && { embedding: embeddings[i] }) })),
  );
}

type Parts = Partial<Parameters<typeof createRetriever>[0]>;

/** Retrieves the best passages. */
function retriever(embeddingModel?: EmbeddingModel, parts: Parts = {}) {
  const given = { searchIndex, documentStore, embeddingModel: () => embeddingModel, ...parts };
  const own = createRetriever(given);
  return {
    ...own,
    async retrieve(
      question: ParsedQuestion,
      { limit, ...options }: { limit: number; docIds?: ReadonlySet<string>; signal?: AbortSignal },
    ) {
      const { ranked, rest, ...more } = await own.retrieve(question, {
        ...{ limit, corpus: await own.statistics() },
        ...options,
      });
      return { ...more, passages: [...ranked, ...rest].slice(0, limit) };
    },
  };
}

/** Without languages: no lists of everyday words. */
const query = (text: string) => ({ ...parseQuestion(text, ['en']), languages: [] });
const docIds = (passages: readonly { docId: string }[]) => passages.map(({ docId }) => docId);

describe('retrieve', () => {
  openStoresForEach();

  it('gives the best passage first, with what a citation needs', async () => {
    await ingest('shipping', ['Parcels are shipped on weekdays.']);
    await ingest('refunds', ['A refund is paid within ten days.'], { url: 'https://example.org/refunds' });
    const { passages, candidates } = await retriever().retrieve(query('When is a refund paid?'), {
      limit: 5,
    });
    assert.equal(candidates, 1);
    const { lexical, fused, score, ...first } = passages[0]!;
    assert.ok(lexical > 0 && fused > 0 && score > 0);
    assert.deepEqual(first, {
      chunkId: 'refunds.1.0',
      docId: 'refunds',
      kind: 'document',
      title: 'Title of refunds',
      fileName: null,
      updatedAt: 0,
      url: 'https://example.org/refunds',
      language: 'en',
      text: 'A refund is paid within ten days.',
      start: 0,
      page: 7,
      section: 'Returns',
      layout: undefined,
      dense: 0,
    });
  });

  it('answers from the document that the question names, though chunks of others have more of its words', async () => {
    const others = Array.from({ length: 60 }, (_, n) => `Many employees, many employees in shop ${n}.`);
    await ingest('others', others);
    const own =
      'At the end of the year we had 288,000 employees, most of whom work full time in shops of ours.';
    await ingest('Costco', [own, ...Array.from({ length: 9 }, (_, n) => `Costco sells ${n} things.`)]);
    const { passages } = await retriever().retrieve(query('How many employees does Costco have?'), {
      limit: 10,
    });
    assert.deepEqual(new Set(docIds(passages)), new Set(['Costco']));
    assert.ok(passages.some(({ text }) => text === own));
    const whole = await retriever().retrieve(query('How many employees does Costco have?'), { limit: 100 });
    const ids = whole.passages.map(({ chunkId }) => chunkId);
    assert.equal(new Set(ids).size, ids.length);
  });

  it('puts the document that the question names ahead of others that mention it', async () => {
    await ingest('rival', ['How many of us have been to Costco? Costco, many say, is Costco.']);
    await ingest('Costco', [
      'We had 288,000 employees.',
      ...Array.from({ length: 9 }, (_, n) => `Shop ${n}.`),
    ]);
    const { passages } = await retriever().retrieve(query('How many employees does Costco have?'), {
      limit: 5,
    });
    assert.deepEqual(docIds(passages), ['Costco', 'rival']);
  });

  it('ranks by the positions of words, too, over more candidates than the limit', async () => {
    const scattered = Array.from({ length: 9 }, (_, n) => `A limit in case ${n} of a rate.`);
    await ingest('scattered', scattered);
    await ingest('told', [
      'Our rate limit: sixty requests a minute for each address, more where it was agreed.',
    ]);
    const { passages } = await retriever().retrieve(query('rate limit'), { limit: 1 });
    assert.deepEqual(docIds(passages), ['told']);
  });

  it('finds the expansion of a well-known short form', async () => {
    const filler = Array.from({ length: 20 }, (_, n) => `The CEO of another firm, no. ${n}, came.`);
    await ingest('people', [
      'Ada Lund is Chief Executive Officer of Acme.',
      'The senior risk officer of Acme is Bo Dahl.',
    ]);
    await ingest('others', filler);
    const best = async (text: string) =>
      (await retriever().retrieve(query(text), { limit: 1 })).passages[0]?.text ?? '';
    assert.match(await best('Who is the CEO of Acme?'), /Ada Lund/);
  });

  it('finds a passage that says it in other words, by the lists and by lines of the operator', async () => {
    await ingest('leave', ['Annual leave is thirty days.']);
    await ingest('parking', ['Lot B is for visitors.']);
    const everydayWords = createEverydayWords(['car park, lot b']);
    const find = (text: string, parts?: Parts) =>
      retriever(undefined, parts).retrieve(parseQuestion(text, ['en']), { limit: 1 });
    const vacation = await find('How long is my vacation?');
    assert.deepEqual(docIds(vacation.passages), ['leave']);
    assert.ok(
      vacation.question.variants?.get('vacat')?.some(({ terms }) => terms.join(' ') === 'annual leav'),
    );
    assert.deepEqual(docIds((await find('Is there a car park?', { everydayWords })).passages), ['parking']);
    assert.deepEqual(docIds((await find('car park')).passages), []);
  });

  it('finds nothing in an empty corpus', async () => {
    const { passages, candidates } = await retriever().retrieve(query('refund'), { limit: 5 });
    assert.deepEqual({ passages, candidates }, { passages: [], candidates: 0 });
  });

  it('keeps to the limit and to the documents that were asked', async () => {
    for (const docId of ['a', 'b', 'c'])
      await ingest(docId, [`A refund for ${docId}.`, `Refund, again for ${docId}.`]);
    const { passages } = await retriever().retrieve(query('refund'), {
      limit: 3,
      docIds: new Set(['b', 'c', 'x']),
    });
    assert.deepEqual([...new Set(docIds(passages))].sort(), ['b', 'c']);
    assert.equal(passages.length, 3);
  });

  it('finds a passage that shares no word with the question by its embedding', async () => {
    await ingest('parcels', ['Parcels are shipped on weekdays.'], { embeds: true });
    await ingest('refunds', ['You get your money back.'], { embeds: true });
    await searchIndex.replaceEmbeddings(
      model.id,
      embeddingsOf({ 'parcels.1.0': [0, 1], 'refunds.1.0': [1, 0] }),
    );
    const { passages } = await retriever(model).retrieve(query('refunding'), { limit: 1 });
    assert.deepEqual(docIds(passages), ['refunds']);
    assert.ok(passages[0]!.dense > 0.9);
  });

  it('ranks the passage with the most words, though many are nearer in meaning', async () => {
    const others = Array.from({ length: 40 }, (_, i) => `item${i}`);
    for (const other of others) await ingest(other, [`A refund for ${other}.`], { embeds: true });
    await ingest('heron', ['A refund for heron.'], { embeds: true });
    const places = others.map((other) => [`${other}.1.0`, [1, 0]] as const);
    await searchIndex.replaceEmbeddings(
      model.id,
      embeddingsOf({ ...Object.fromEntries(places), 'heron.1.0': [-1, 0] }),
    );
    const { passages } = await retriever(model).retrieve(query('refund for heron'), { limit: 40 });
    assert.ok(docIds(passages).slice(0, 25).includes('heron'), docIds(passages).join(' '));
  });

  it('leaves embeddings alone that belong to another model', async () => {
    await ingest('refunds', ['You get your money back.'], { embeds: true });
    await searchIndex.replaceEmbeddings('older', embeddingsOf({ 'refunds.1.0': [1, 0] }));
    const { passages } = await retriever(model).retrieve(query('refunding'), { limit: 1 });
    assert.deepEqual(passages, []);
  });

  it('shows a text in several documents once, and the next best in its place', async () => {
    await ingest('a', ['The refund is ten euros.']);
    await ingest('b', ['The refund is ten euros.']);
    await ingest('c', ['The refund, in other cases, is five euros at most.']);
    const { passages } = await retriever().retrieve(query('refund ten euros'), { limit: 2 });
    assert.deepEqual(docIds(passages), ['a', 'c']);
  });

  it('leaves out a document that was deleted while the search ran', async () => {
    await ingest('a', ['A refund.']);
    await ingest('b', ['A refund for parcels.']);
    await documentStore.delete('a', 0);
    const { passages } = await retriever().retrieve(query('refund'), { limit: 2 });
    assert.deepEqual(docIds(passages), ['b']);
  });

  it('searches again for a document that was replaced between search and look-up', async () => {
    await ingest('a', ['A refund takes ten days.']);
    const replaced = ['A refund takes two days.'];
    const search = searchIndex.search.bind(searchIndex);
    searchIndex.search = async (...question) => {
      const hits = await search(...question);
      if (replaced.length > 0) await ingest('a', replaced.splice(0));
      return hits;
    };
    const { passages } = await retriever().retrieve(query('refund'), { limit: 2 });
    assert.deepEqual(
      passages.map(({ text }) => text),
      ['A refund takes two days.'],
    );
  });

  it('gives the statistics by which a rare word weighs more than a common one', async () => {
    await ingest('a', ['A refund.', 'Another refund.', 'A voucher.']);
    const { idf } = await retriever().statistics();
    assert.ok(idf('voucher') > idf('refund'));
  });

  it('does nothing after an abort', async () => {
    await ingest('a', ['A refund.']);
    const signal = AbortSignal.abort(new Error('gone'));
    await assert.rejects(retriever().retrieve(query('refund'), { limit: 1, signal }), /gone/);
  });
});

async function* embeddingsOf(embeddings: Record<string, readonly number[]>) {
  for (const [chunkId, values] of Object.entries(embeddings))
    yield { chunkId, embedding: Float32Array.from(values) };
}

describe('retrieve with a model that is called elsewhere', () => {
  openStoresForEach();
  const failed: unknown[] = [];

  it('searches by words when the question cannot be embedded, and says so', async () => {
    await ingest('refunds', ['A refund is paid within ten days.'], { embeds: true });
    await searchIndex.replaceEmbeddings('plane', one('refunds.1.0', Float32Array.of(1, 0)));
    const down: EmbeddingModel = { id: 'plane', embed: () => Promise.reject(new Error('down')) };
    const found = retriever(down, { onModelFailed: (error) => failed.push(error) });
    const { passages } = await found.retrieve(query('When is a refund paid?'), { limit: 5 });
    assert.deepEqual([passages[0]?.docId, passages[0]?.dense, failed.length], ['refunds', 0, 1]);
    const signal = AbortSignal.abort(new Error('left'));
    await assert.rejects(found.retrieve(query('refund'), { limit: 5, signal }), /left/);
  });
});

async function* one(chunkId: string, embedding: Float32Array) {
  yield { chunkId, embedding };
}
