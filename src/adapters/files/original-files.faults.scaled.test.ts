import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { inspect } from 'node:util';
import {
  CANNOT_FAIL,
  type Fault,
  failEveryCall,
  ownFailingDisk,
  runOnFailingDisk,
} from '../../../test/failing-io.ts';
import { RefusedError } from '../../errors.ts';
import type { Manifest } from '../../ports/manifest.ts';
import { openOriginalFiles, originalPath } from './original-files.ts';
import { openManifestFiles } from './original-manifests.ts';

const disk = ownFailingDisk();

if (disk) {
  process.stdout.write(`${await failEveryCall(runWith, { callsMin: 20 })}\n`);
} else {
  test('when any write, fsync or rename of an original fails, stored originals stay intact, and the next upload works', {
    skip: CANNOT_FAIL,
  }, (t) => {
    t.diagnostic(runOnFailingDisk(import.meta.url).trim());
  });
}

/** Contents by whether they must be there: `maybe` after a step that failed. */
type Expected = Map<string, 'kept' | 'removed' | 'maybe'>;

async function runWith(fault: Fault | undefined): Promise<{ calls: number; refusals: number }> {
  const folder = await mkdtemp(join(disk!.folder, 'originals-'));
  const where = JSON.stringify(fault);
  try {
    const expected: Expected = new Map();
    const before = await open(folder);
    for (const text of ['was there', 'is removed']) {
      await keep(before, text);
      expected.set(text, 'kept');
    }
    disk!.arm(fault);
    const refusals = await liveThrough(folder, expected, fault);
    const calls = disk!.mend();
    await checkKept(before, expected, where);
    await checkNextStart(folder, expected, where);
    return { calls, refusals };
  } finally {
    disk!.mend();
    await rm(folder, { recursive: true });
  }
}

/** A start, three uploads, one of them of bytes that are there, and a removal. @returns Steps that were refused. */
async function liveThrough(folder: string, expected: Expected, fault: Fault | undefined): Promise<number> {
  let refusals = 0;
  async function attempt(text: string, outcome: 'kept' | 'removed', step: () => Promise<void>) {
    const before = expected.get(text);
    expected.set(text, 'maybe');
    try {
      await step();
      expected.set(text, outcome);
    } catch (error) {
      assertTells(error, fault);
      refusals += 1;
      // What stood there stands, whether or not it could be kept once more.
      if (before === 'kept' && outcome === 'kept') expected.set(text, 'kept');
    }
  }
  const store = await open(folder).catch(() => undefined);
  if (!store) return 1;
  for (const text of ['first', 'was there', 'second']) await attempt(text, 'kept', () => keep(store, text));
  await attempt('is removed', 'removed', () => discard(store, 'is removed'));
  return refusals;
}

function assertTells(error: unknown, fault: Fault | undefined): void {
  // For lack of room a manifest is refused as any other failure: its original is stored by then.
  const codes = fault?.code === 'ENOSPC' ? ['disk_full', 'store_unavailable'] : ['store_unavailable'];
  const tells = error instanceof RefusedError && codes.includes(error.refusal.code);
  assert.ok(tells, `${JSON.stringify(fault)} should be told as ${codes}, not as ${inspect(error)}`);
}

async function checkKept(store: Stores, expected: Expected, where: string): Promise<void> {
  for (const [text, state] of expected) {
    const content = await readFile(originalPath(store.folder, hashOf(text)), 'utf8').catch(() => undefined);
    const isDescribed = (await store.manifests.read(manifestOf(text))) !== undefined;
    if (state !== 'maybe')
      assert.equal(isDescribed, state === 'kept', `the manifest of ${text}, after ${where}`);
    const allowed: (string | undefined)[] = { kept: [text], removed: [undefined], maybe: [text, undefined] }[
      state
    ];
    assert.ok(allowed.includes(content), `${text} is ${content}, but was ${state}, after ${where}`);
  }
}

/** Clean up, and go on: what is left are originals, whole, and manifests that can be read. */
async function checkNextStart(folder: string, expected: Expected, where: string): Promise<void> {
  const store = await open(folder);
  await store.originals.clearStaging();
  for (const [text, state] of expected) if (state !== 'kept') await discard(store, text);
  await keep(store, 'a later one');
  const kept = [...expected].filter(([, state]) => state === 'kept').map(([text]) => text);
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const left = files.filter((entry) => entry.isFile()).map(({ name }) => name.replace(/\..*/, ''));
  const hashes = [...kept, 'a later one'].map(hashOf);
  assert.deepEqual(left.sort(), [...hashes, ...hashes].sort(), where);
}

async function open(folder: string) {
  return { folder, originals: await openOriginalFiles(folder), manifests: openManifestFiles(folder) };
}

type Stores = Awaited<ReturnType<typeof open>>;

async function keep({ originals, manifests }: Stores, text: string): Promise<void> {
  await using staged = await originals.receive(pieces(text), { limitBytes: 1_000_000 });
  await staged.keep();
  await manifests.write(manifestOf(text));
}

async function discard({ originals, manifests }: Stores, text: string): Promise<void> {
  await manifests.remove(manifestOf(text));
  await originals.remove(hashOf(text));
}

function manifestOf(text: string): Manifest {
  return {
    ...{
      docId: text.replaceAll(' ', '-'),
      contentHash: hashOf(text),
      kind: 'document',
      version: 1,
      title: null,
    },
    ...{ tags: [], source: { kind: 'upload', filename: 'a.txt' }, mediaType: 'text/plain' },
    ...{ isFailed: false, createdAt: 0 },
  };
}

async function* pieces(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  const middle = Math.floor(bytes.length / 2);
  yield bytes.subarray(0, middle);
  yield bytes.subarray(middle);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
