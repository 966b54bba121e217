import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { until } from '../../../test/until.ts';
import { openSqliteSourceStore } from '../../adapters/sqlite/stores.ts';
import { createNotifier } from '../../concurrency/notifier.ts';
import { SILENT } from '../../kernel/silent-logger.ts';
import { SourceFailure } from '../../ports/source-driver.ts';
import type { SourceSettings } from '../../ports/source-store.ts';
import { startSourceRunner } from './source-runner.ts';
import { createSources, stateOf } from './sources.ts';

const EMPTY = { items: [], isUnchanged: false, isComplete: true, revision: null, openAtOnce: 1 };

function settingsOf(name: string): SourceSettings {
  return {
    ...{ name, kind: 'folder', location: '/x', branch: null, include: [], tags: [] },
    intervalMs: 60_000,
  };
}

/** A real store, and a place whose listing ends when a test says so, or its signal. */
function openStand() {
  const folder = mkdtempSync(join(tmpdir(), 'docent-runner-'));
  const store = openSqliteSourceStore(join(folder, 'sources.db'));
  const requested = createNotifier();
  const waiting: { name: string; end: (fault?: Error) => void }[] = [];
  const driver = {
    vet: () => undefined,
    list: ({ name }: SourceSettings, { signal }: { signal: AbortSignal }) =>
      new Promise<typeof EMPTY & AsyncDisposable>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        waiting.push({
          name,
          end: (fault) => (fault ? reject(fault) : resolve({ ...EMPTY, async [Symbol.asyncDispose]() {} })),
        });
      }),
  };
  const drivers = { web: driver, git: driver, s3: driver, folder: driver };
  const start = (runTimeoutMs = 60_000) =>
    startSourceRunner({
      ...{ store, drivers, requested, runTimeoutMs, logger: SILENT, now: Date.now },
      newCorrelationId: () => 'c',
      catalog: {
        ...{ acceptUpload: () => assert.fail(), remove: () => assert.fail() },
        ...{ get: () => assert.fail(), describe: () => assert.fail() },
      },
      originals: { receive: () => assert.fail() },
      ...{ fileBytesMax: 1, documentsMax: 1 },
    });
  const sources = createSources({ store, drivers, requested, now: Date.now });
  const state = async (id: string) => stateOf(await sources.get(id), Date.now());
  return {
    ...{ sources, waiting, start, state },
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true });
    },
  };
}

describe('the runner of sources', () => {
  it('runs a source when it is added, and records when it is due again', async () => {
    await using stand = openStand();
    await using _runner = stand.start();
    await stand.sources.add(settingsOf('a'));
    await until(() => stand.waiting.length === 1);
    assert.equal(await stand.state('a'), 'running');
    stand.waiting[0]!.end();
    await until(async () => (await stand.state('a')) === 'done');
    const { dueAt, endedAt } = await stand.sources.get('a');
    assert.equal(dueAt! - endedAt!, 60_000);
  });

  it('runs three at the same time, so that a slow one holds up no other', async () => {
    await using stand = openStand();
    await using _runner = stand.start();
    for (const name of ['a', 'b', 'c', 'd']) await stand.sources.add(settingsOf(name));
    await until(() => stand.waiting.length === 3);
    assert.equal(await stand.state('d'), 'queued');
    stand.waiting[1]!.end();
    await until(() => stand.waiting.length === 4);
    assert.equal(stand.waiting[3]!.name, 'd');
  });

  it('aborts a run when it stops, and begins it again at the next start', async () => {
    await using stand = openStand();
    {
      await using _runner = stand.start();
      await stand.sources.add(settingsOf('a'));
      await until(() => stand.waiting.length === 1);
    }
    assert.equal((await stand.sources.get('a')).endedAt, null);
    await using _next = stand.start();
    await until(() => stand.waiting.length === 2);
  });

  it('ends a run that takes too long, or whose place cannot be read, and says why', async () => {
    await using stand = openStand();
    await using _runner = stand.start(300);
    await stand.sources.add(settingsOf('slow'));
    await until(async () => (await stand.state('slow')) === 'failed');
    assert.match((await stand.sources.get('slow')).result!.error!.message, /took longer than/);
    await stand.sources.add(settingsOf('broken'));
    await until(() => stand.waiting.length === 2);
    stand.waiting[1]!.end(new SourceFailure('It is unplugged.'));
    await until(async () => (await stand.state('broken')) === 'failed');
    assert.equal((await stand.sources.get('broken')).result!.error!.message, 'It is unplugged.');
  });
});
