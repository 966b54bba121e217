import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  chunksOf,
  claim,
  ingest,
  intake,
  NOW,
  published,
} from '../../../test/conformance/document-store/fixtures.ts';
import { atLength } from '../../../test/length.ts';
import { openSqliteKeyValueStore } from '../key-value/sqlite.ts';
import { openSqliteDocumentStore } from './documents/document-store.ts';

/** Sizes that SQLite's file format gives: a frame of the log is a header and a page. */
const FRAME_HEADER_BYTES = 24;
const FRAME_BYTES = FRAME_HEADER_BYTES + 4096;
/** Of a short record every n-th byte is tried. */
const STRIDE_BYTES = atLength({ short: 37, full: 1 });
/** And of the pages of a long one. */
const PAGE_STRIDE_BYTES = atLength({ short: 4_099, full: 211 });

/** The folder's content when the last record is written, and where that begins in the log. */
interface Log {
  readonly database: Uint8Array;
  readonly log: Uint8Array;
  readonly recordStart: number;
}

test('a log whose last record is cut at any byte opens with everything before it', async (t) => {
  await inFolder(async (folder) => {
    const keys = openKeys(join(folder, 'keys.db'));
    await keys.set('first', 'acknowledged', { ttlMs: 60_000 });
    await keys.set('second', 'acknowledged', { ttlMs: 60_000 });
    const log = await lastRecord(join(folder, 'keys.db'), () =>
      keys.set('third', 'v'.repeat(50), { ttlMs: 60_000 }),
    );
    await keys[Symbol.asyncDispose]();
    let cuts = 0;
    for (let left = log.log.length - log.recordStart; left >= 0; left -= STRIDE_BYTES) {
      const cut = log.log.length - left;
      const path = restore(folder, log, cut);
      await using store = openKeys(path);
      const found = [await store.get('first'), await store.get('second'), (await store.get('third'))?.length];
      const third = cut === log.log.length ? 50 : undefined;
      assert.deepEqual(found, ['acknowledged', 'acknowledged', third], `cut at byte ${cut}`);
      cuts += 1;
    }
    t.diagnostic(`${cuts} cuts`);
    assert.ok(cuts * STRIDE_BYTES > FRAME_BYTES);
  });
});

test('a publication that is cut or zeroed in the log leaves the version before it whole', async (t) => {
  await inFolder(async (folder) => {
    const path = join(folder, 'documents.db');
    const store = openSqliteDocumentStore(path);
    await ingest(store, intake('document'), ['old text']);
    await store.accept(intake('document'));
    const job = await claim(store);
    await store.stageChunks(job, chunksOf(Array.from({ length: 40 }, (_, i) => `new text ${i}`)));
    const log = await lastRecord(path, () => store.publish(job, published()));
    await store[Symbol.asyncDispose]();
    const cuts = cutsOf(log);
    for (const cut of cuts) {
      for (const rest of ['cut', 'zeroed'] as const) {
        const isWhole = cut === log.log.length;
        await using reopened = openSqliteDocumentStore(restore(folder, log, cut, rest));
        await reopened.recover(NOW);
        const record = await reopened.get('document');
        const expected = isWhole ? ['done', 2, 40] : ['queued', 1, 1];
        assert.deepEqual(
          [record?.status, record?.liveVersion, record?.chunks],
          expected,
          `${rest} at byte ${cut}`,
        );
        for await (const { chunks } of reopened.liveChunks()) assert.equal(chunks.length, expected[2]);
      }
    }
    t.diagnostic(`${cuts.length * 2} torn logs of ${log.log.length - log.recordStart} bytes`);
  });
});

/** The files as they are once `write` was acknowledged, as a kill would leave them. */
async function lastRecord(path: string, write: () => Promise<unknown>): Promise<Log> {
  const recordStart = readFileSync(`${path}-wal`).length;
  await write();
  const [database, log] = [readFileSync(path), readFileSync(`${path}-wal`)];
  assert.ok(log.length > recordStart, 'the write should have lengthened the log');
  return { database, log, recordStart };
}

/** Every byte of the frames' headers, some of each page, and both ends. */
function cutsOf({ log, recordStart }: Log): number[] {
  const cuts: number[] = [log.length];
  for (let at = recordStart; at < log.length; at += 1) {
    const inFrame = (at - recordStart) % FRAME_BYTES;
    if (inFrame <= FRAME_HEADER_BYTES || inFrame % PAGE_STRIDE_BYTES === 0) cuts.push(at);
  }
  return cuts;
}

function restore(
  folder: string,
  { database, log }: Log,
  cut: number,
  rest: 'cut' | 'zeroed' = 'cut',
): string {
  const path = join(folder, 'restored.db');
  for (const suffix of ['-shm', '-wal']) rmSync(path + suffix, { force: true });
  writeFileSync(path, database);
  const kept = rest === 'cut' ? log.subarray(0, cut) : Buffer.from(log).fill(0, cut);
  writeFileSync(`${path}-wal`, kept);
  return path;
}

function openKeys(path: string) {
  return openSqliteKeyValueStore(path, { durability: 'fsync', now: () => NOW });
}

async function inFolder(body: (folder: string) => Promise<void>): Promise<void> {
  const memory = '/dev/shm';
  const folder = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), 'docent-torn-'));
  try {
    await body(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
