import assert from 'node:assert/strict';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { inspect } from 'node:util';
import {
  allLive,
  chunksOf,
  claim,
  ingest,
  intake,
  NOW,
  published,
} from '../../../../test/conformance/document-store/fixtures.ts';
import {
  CANNOT_FAIL,
  type Fault,
  failEveryCall,
  ownFailingDisk,
  runOnFailingDisk,
} from '../../../../test/failing-io.ts';
import { RefusedError } from '../../../errors.ts';
import type { DocumentStore } from '../../../ports/document-store.ts';
import { openSqliteKeyValueStore } from '../../key-value/sqlite.ts';
import { openSqliteDocumentStore } from './document-store.ts';

const disk = ownFailingDisk();

if (disk) {
  process.stdout.write(`${await failEveryCall(runWith, { callsMin: 30 })}\n`);
} else {
  test('when any write or fsync of the database fails, it reopens intact with everything acknowledged', {
    skip: CANNOT_FAIL,
  }, (t) => {
    t.diagnostic(runOnFailingDisk(import.meta.url).trim());
  });
}

/** What each thing may be found to be, as text: one state when it was acknowledged, more after a step that failed. */
type Expected = Map<string, readonly string[]>;

async function runWith(fault: Fault | undefined): Promise<{ calls: number; refusals: number }> {
  const folder = await mkdtemp(join(disk!.folder, 'sqlite-'));
  const where = JSON.stringify(fault);
  try {
    const expected: Expected = new Map();
    {
      await using store = openStore(folder);
      await ingest(store, intake('replaced'), ['old text']);
      await ingest(store, intake('deleted'), ['doomed text']);
      expected.set('replaced', ['done 1: old text']).set('deleted', ['done 1: doomed text']);
    }
    disk!.arm(fault);
    const { refusals, stores } = await liveThrough(folder, expected, fault);
    const calls = disk!.mend();
    // As a kill at this moment would leave it, and as a proper stop does.
    const killed = `${folder}-killed`;
    await cp(folder, killed, { recursive: true });
    await check(killed, expected, `killed after ${where}`);
    for (const store of stores) await store[Symbol.asyncDispose]();
    await check(folder, expected, `stopped after ${where}`);
    await rm(killed, { recursive: true });
    return { calls, refusals };
  } finally {
    disk!.mend();
    await rm(folder, { recursive: true });
  }
}

/** A start, an ingest, a replacement, a deletion and a key, each step written down with what may be found since. */
async function liveThrough(folder: string, expected: Expected, fault: Fault | undefined) {
  const stores: AsyncDisposable[] = [];
  let refusals = 0;
  async function attempt<T>(thing: string, after: string, step: () => Promise<T>): Promise<T | undefined> {
    const before = expected.get(thing) ?? ['absent'];
    expected.set(thing, [...before, after]);
    try {
      const result = await step();
      expected.set(thing, [after]);
      return result;
    } catch (error) {
      assertTells(error, fault);
      refusals += 1;
      return undefined;
    }
  }
  let store: DocumentStore;
  try {
    store = openStore(folder);
    stores.push(store);
  } catch {
    return { refusals: 1, stores };
  }
  const texts = Array.from({ length: 12 }, (_, i) => `text ${i} ${'long'.repeat(80)}`);
  const accepted = await attempt('new', 'queued 1: ', () => store.accept(intake('new')));
  const job = accepted && (await attempt('new', 'processing 1: ', () => claim(store)));
  if (job) {
    const staged = await attempt('new', 'processing 1: ', () => store.stageChunks(job, chunksOf(texts)));
    if (staged) {
      await attempt('new', `done 1: ${texts.join('|')}`, () => store.publish(job, published()));
    }
  }
  await attempt('replaced', 'queued 2: old text', () => store.accept(intake('replaced')));
  await attempt('deleted', 'absent', () => store.delete('deleted', NOW));
  try {
    const keys = openSqliteKeyValueStore(join(folder, 'keys.db'), { durability: 'fsync', now: () => NOW });
    stores.push(keys);
    await attempt('key', 'value', () => keys.set('key', 'value', { ttlMs: 1_000 }));
  } catch {
    // A store that cannot be opened is no start.
    refusals += 1;
  }
  return { refusals, stores };
}

function assertTells(error: unknown, fault: Fault | undefined): void {
  const tells =
    error instanceof RefusedError && ['disk_full', 'store_unavailable'].includes(error.refusal.code);
  assert.ok(tells, `${JSON.stringify(fault)} should be refused, and is thrown as ${inspect(error)}`);
}

async function check(folder: string, expected: Expected, where: string): Promise<void> {
  {
    using database = new DatabaseSync(join(folder, 'documents.db'));
    const found = database.prepare('PRAGMA integrity_check').get()?.integrity_check;
    assert.equal(found, 'ok', where);
  }
  await using store = openStore(folder);
  const live = new Map((await allLive(store)).map((document) => [document.docId, document]));
  for (const [thing, allowed] of expected) {
    const found = thing === 'key' ? await keyIn(folder) : await shown(store, thing, live);
    assert.ok(
      allowed.includes(found),
      `${thing} is "${found}", but may be ${allowed.join(' or ')}, ${where}`,
    );
  }
  await store.accept(intake('later'));
  assert.equal((await store.get('later'))?.version, 1, `what comes later works, ${where}`);
}

async function shown(
  store: DocumentStore,
  docId: string,
  live: ReadonlyMap<string, Awaited<ReturnType<typeof allLive>>[number]>,
): Promise<string> {
  const record = await store.get(docId);
  if (!record) return 'absent';
  const { chunks = [] } = live.get(docId) ?? {};
  assert.equal(record.chunks, chunks.length, `${docId} is there in parts`);
  return `${record.status} ${record.version}: ${chunks.map(({ terms }) => terms.join(' ')).join('|')}`;
}

async function keyIn(folder: string): Promise<string> {
  await using keys = openSqliteKeyValueStore(join(folder, 'keys.db'), {
    durability: 'fsync',
    now: () => NOW,
  });
  return (await keys.get('key')) ?? 'absent';
}

function openStore(folder: string): DocumentStore {
  return openSqliteDocumentStore(join(folder, 'documents.db'));
}
