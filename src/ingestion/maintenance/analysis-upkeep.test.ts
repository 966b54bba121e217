import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allLive, ingest, intake, useModel } from '../../../test/conformance/document-store/fixtures.ts';
import { openStand, prepareText } from '../../../test/ingestion-stand.ts';
import { until } from '../../../test/until.ts';
import { RefusedError } from '../../errors.ts';
import { SILENT } from '../../kernel/silent-logger.ts';
import type { Logger } from '../../ports/logger.ts';
import { ANALYSIS_VERSION } from '../../text/analysis-version.ts';
import { startAnalysisUpkeep } from './analysis-upkeep.ts';

/** Another than that of `prepareText`, whose terms are words as they are written. */
const analysis = ANALYSIS_VERSION + 1;
const GERMAN = 'Die Versicherungen werden von den Mitarbeitern bei der Verwaltung beantragt.';

/** As the stand's is named. */
const TOY_MODEL = { id: 'toy', payload: new Uint8Array() };

type Stand = Awaited<ReturnType<typeof openStand>>;

function start(stand: Stand, changes: Partial<Parameters<typeof startAnalysisUpkeep>[0]> = {}) {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const log: string[] = [];
  const logger: Logger = {
    ...SILENT,
    info: (message) => log.push(message),
    warn: (message) => log.push(message),
  };
  let learned = 0;
  const upkeep = startAnalysisUpkeep({
    documentStore: {
      ...stand.documentStore,
      async haveEmbeddingsOldTerms() {
        setImmediate(end);
        return stand.documentStore.haveEmbeddingsOldTerms();
      },
    },
    publication: stand.publication,
    embeddingUpkeep: {
      termsRenewed: async () => {
        learned++;
        end();
      },
    },
    ...{ logger, analysis, elapsed: () => performance.now() },
    ...changes,
  });
  return { upkeep, ended, log, learned: () => learned };
}

test('documents get the terms of the present analysis without a new version', async () => {
  await using stand = await openStand({
    prepare: async (file) => ({ ...(await prepareText(file)), language: null }),
  });
  await useModel(stand.documentStore, TOY_MODEL);
  await stand.upload('leave.txt', `${GERMAN}\n\n${'Ein zweiter Absatz. '.repeat(3)}`);
  await stand.settled('leave');
  assert.deepEqual((await stand.find('versicher')).docIds, []);
  const before = (await allLive(stand.documentStore))[0]!;

  const { upkeep, ended, learned } = start(stand);
  await using _ = upkeep;
  await ended;
  assert.equal(learned(), 1);
  assert.deepEqual((await stand.find('versicher')).docIds, ['leave']);
  assert.deepEqual((await stand.find('versicherungen')).docIds, []);
  const record = (await stand.documentStore.get('leave'))!;
  assert.deepEqual([record.liveVersion, record.status, record.language], [1, 'done', 'de']);
  const after = (await allLive(stand.documentStore))[0]!;
  assert.ok(after.chunks[0]!.terms.includes('versicher'));
  assert.deepEqual(
    after.chunks.map(({ embedding }) => embedding),
    before.chunks.map(({ embedding }) => embedding),
  );
  assert.ok(after.chunks[0]!.embedding);
});

test('a later start does nothing', async () => {
  await using stand = await openStand();
  await stand.upload('leave.txt', GERMAN);
  await stand.settled('leave');
  const first = start(stand);
  await first.ended;
  await first.upkeep[Symbol.asyncDispose]();
  await useModel(stand.documentStore, { id: 'next', payload: new Uint8Array() });

  const second = start(stand);
  await second.ended;
  await second.upkeep[Symbol.asyncDispose]();
  assert.deepEqual([second.log, second.learned()], [[], 0]);
});

test('a model that a kill kept from being trained again is trained at the next start', async () => {
  await using stand = await openStand();
  await useModel(stand.documentStore, TOY_MODEL);
  await stand.upload('leave.txt', GERMAN);
  await stand.settled('leave');
  for (const _ of ['renewed', 'killed before it was learned']) {
    const { upkeep, ended, learned } = start(stand);
    await ended;
    assert.equal(learned(), 1);
    await upkeep[Symbol.asyncDispose]();
  }
});

test('a document without an original or a stored text gets new terms in its present language', async () => {
  await using stand = await openStand({ concurrency: 0 });
  const answer = intake('answer', { kind: 'approved_answer', original: null });
  await ingest(stand.documentStore, answer, ['Versicherungen beantragt'], { language: 'de' });
  const { upkeep, ended } = start(stand);
  await using _ = upkeep;
  await ended;
  assert.deepEqual((await stand.find('versicher')).docIds, ['answer']);
});

test('a failed document is retried and does not delay the others', async () => {
  await using stand = await openStand();
  for (const docId of ['a', 'b']) await stand.upload(`${docId}.txt`, `${GERMAN} ${docId}`);
  for (const docId of ['a', 'b']) await stand.settled(docId);
  let failures = 0;
  const { upkeep, log } = start(stand, {
    publication: {
      async renewTerms(...terms) {
        if (terms[0] === 'a' && failures++ === 0) {
          throw new Error('The disk is full');
        }
        return stand.publication.renewTerms(...terms);
      },
    },
    firstRetryMs: 50,
  });
  await using _ = upkeep;
  await until(() => log.some((line) => line.includes('retrying')));
  assert.deepEqual((await stand.find('versicher')).docIds, ['b']);
  await until(async () => (await stand.documentStore.countOtherAnalyses(analysis)) === 0);
  await until(async () => (await stand.find('versicher')).docIds.length === 2);
});

test('a document that is replaced meanwhile keeps the terms of its new version', async () => {
  await using stand = await openStand();
  await stand.upload('a.txt', GERMAN);
  await stand.settled('a');
  const { upkeep, ended } = start(stand, {
    publication: {
      async renewTerms(...terms) {
        await stand.upload('a.txt', 'Replacement', { docId: 'a' });
        await until(async () => (await stand.documentStore.get('a'))?.liveVersion === 2);
        return stand.publication.renewTerms(...terms);
      },
    },
  });
  await using _ = upkeep;
  await ended;
  assert.deepEqual((await stand.find('replacement')).docIds, ['a']);
  assert.deepEqual((await stand.find('versicher')).docIds, []);
});

test('work that is stopped between two documents resumes at the next start', async () => {
  await using stand = await openStand();
  for (const docId of ['a', 'b']) await stand.upload(`${docId}.txt`, `${GERMAN} ${docId}`);
  for (const docId of ['a', 'b']) await stand.settled(docId);
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  const first = start(stand, {
    publication: {
      async renewTerms(...terms) {
        const changed = await stand.publication.renewTerms(...terms);
        reach();
        await new Promise((resolve) => setTimeout(resolve, 20));
        return changed;
      },
    },
  });
  await reached;
  await first.upkeep[Symbol.asyncDispose]();
  assert.equal(await stand.documentStore.countOtherAnalyses(analysis), 1);
  const second = start(stand);
  await second.ended;
  await second.upkeep[Symbol.asyncDispose]();
  assert.deepEqual((await stand.find('versicher')).docIds, ['a', 'b']);
});

test('a document is found by the words of its new title, and the learned model stays', async () => {
  let upkeep: ReturnType<typeof start> | undefined;
  await using stand = await openStand({ onTitleChanged: () => upkeep?.upkeep.titleChanged() });
  await useModel(stand.documentStore, TOY_MODEL);
  for (const docId of ['a', 'b']) await stand.upload(`${docId}.txt`, `${GERMAN} ${docId}`, { title: 'Old' });
  for (const docId of ['a', 'b']) await stand.settled(docId);
  upkeep = start(stand);
  await using _ = upkeep.upkeep;
  await upkeep.ended;
  await useModel(stand.documentStore, { id: 'next', payload: new Uint8Array() });
  assert.deepEqual((await stand.find('old')).docIds, ['a', 'b']);

  const renamed = await stand.catalog.describe('a', { title: 'Gärten  und\nParks', tags: ['t'] });
  assert.deepEqual([renamed.title, renamed.status, renamed.liveVersion], ['Gärten und Parks', 'done', 1]);
  assert.deepEqual((await stand.catalog.list({ text: 'gärten' }, { limit: 9 })).total, 1);
  // While the terms of one title are made, the next may come.
  await stand.catalog.describe('b', { title: 'Kirchen' });
  await stand.catalog.describe('b', { title: 'Schlösser' });
  await until(async () => (await stand.documentStore.countOtherAnalyses(analysis)) === 0);
  for (const [word, docIds] of [
    ['park', ['a']],
    ['schloss', ['b']],
    ['kirch', []],
    ['old', []],
  ] as const)
    assert.deepEqual((await stand.find(word)).docIds, docIds, word);
  assert.equal(upkeep.learned(), 1);
  assert.equal(await stand.documentStore.haveEmbeddingsOldTerms(), false);
  await assert.rejects(stand.catalog.describe('gone', {}), RefusedError);
});

test('a document that fails does not delay new titles', async () => {
  let upkeep: ReturnType<typeof start> | undefined;
  await using stand = await openStand({ onTitleChanged: () => upkeep?.upkeep.titleChanged() });
  for (const docId of ['a', 'b']) await stand.upload(`${docId}.txt`, `${GERMAN} ${docId}`, { title: 'Old' });
  for (const docId of ['a', 'b']) await stand.settled(docId);
  upkeep = start(stand, {
    publication: {
      async renewTerms(...terms) {
        if (terms[0] === 'a') throw new Error('The disk is full');
        return stand.publication.renewTerms(...terms);
      },
    },
    firstRetryMs: 600_000,
  });
  await using _ = upkeep.upkeep;
  await until(() => upkeep!.log.some((line) => line.includes('retrying')));
  await stand.catalog.describe('b', { title: 'Schlösser' });
  await until(async () => (await stand.find('schloss')).docIds.length === 1);
});
