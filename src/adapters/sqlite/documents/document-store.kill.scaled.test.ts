import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  allLive,
  chunksOf,
  claim,
  intake,
  NOW,
  originalOf,
  published,
} from '../../../../test/conformance/document-store/fixtures.ts';
import { atLength } from '../../../../test/length.ts';
import { openSqliteDocumentStore } from './document-store.ts';

const ROUNDS = atLength({ short: 2, full: 12 });
/** A writer lives for a random number of acknowledgements, and then for a moment. */
const LIFE = { least: 10, spread: 80, momentMs: 10 };

/** Acknowledgements to the writer, by document: the last line about each counts. */
type Acknowledged = Map<string, { accepted: number; answers: number; deleted: boolean }>;

if (process.argv[2] === 'write') {
  await writeUntilKilled(process.argv[3]!, Number(process.argv[4]));
} else {
  test('a killed writer loses nothing that was acknowledged, and leaves nothing in parts', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'docent-kill-'));
    const path = join(folder, 'documents.db');
    const acknowledged: Acknowledged = new Map();
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        await runAndKill(path, round, acknowledged);
        await check(path, acknowledged);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
    const answering = [...acknowledged.values()].filter(({ answers, deleted }) => answers > 0 && !deleted);
    t.diagnostic(
      `${ROUNDS} kills, ${acknowledged.size} documents acknowledged, ${answering.length} answering`,
    );
    assert.ok(answering.length > ROUNDS, 'the writers lived long enough to write');
  });
}

/** Accepts, publishes, replaces and deletes documents, and says of each step when it was acknowledged. */
async function writeUntilKilled(path: string, round: number): Promise<void> {
  const store = openSqliteDocumentStore(path);
  await store.recover(NOW);
  const say = (line: string) => writeSync(1, `${line}\n`);
  for (let i = 0; ; i += 1) {
    const docId = `r${round}-d${i}`;
    for (let version = 1; version <= 1 + (i % 2); version += 1) {
      await store.accept(intake(docId, { original: originalOf(`${docId}.${version}`) }));
      say(`accepted ${docId} ${version}`);
      // Every fifth is left waiting, so that recovery meets all kinds.
      if (i % 5 === 4) continue;
      let job = await claim(store);
      while (job.docId !== docId) {
        await store.finish(job, { status: 'failed', error: { code: 'no_text', message: 'Old.' }, now: NOW });
        job = await claim(store);
      }
      const texts = Array.from({ length: 5 + (i % 30) }, (_, n) => `${docId} version ${version} text ${n}`);
      await store.stageChunks(job, chunksOf(texts.slice(0, 3)));
      await store.stageChunks(job, chunksOf(texts).slice(3));
      await store.publish(job, published({ title: `${texts.length}` }));
      say(`published ${docId} ${version}`);
    }
    if (i % 7 !== 6) continue;
    say(`deleting r${round}-d${i - 3} 0`);
    await store.delete(`r${round}-d${i - 3}`, NOW);
    say(`deleted r${round}-d${i - 3} 0`);
  }
}

async function runAndKill(path: string, round: number, acknowledged: Acknowledged): Promise<void> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), 'write', path, String(round)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const life = LIFE.least + Math.random() * LIFE.spread;
  while (output.split('\n').length <= life && child.exitCode === null) await wait(1);
  await wait(Math.random() * LIFE.momentMs);
  assert.equal(child.kill('SIGKILL'), true);
  await ended;
  for (const line of output.split('\n').slice(0, -1)) {
    const [what, docId, version] = line.split(' ') as [string, string, string];
    const state = acknowledged.get(docId) ?? { accepted: 0, answers: 0, deleted: false };
    acknowledged.set(docId, state);
    if (what === 'accepted') state.accepted = Number(version);
    if (what === 'published') state.answers = Number(version);
    // Between the two lines the document may be there or not.
    if (what === 'deleting') acknowledged.delete(docId);
    if (what === 'deleted') state.deleted = true;
  }
}

async function check(path: string, acknowledged: Acknowledged): Promise<void> {
  {
    using database = new DatabaseSync(path);
    assert.equal(database.prepare('PRAGMA integrity_check').get()?.integrity_check, 'ok');
  }
  await using store = openSqliteDocumentStore(path);
  await store.recover(NOW);
  for (const [docId, { accepted, answers, deleted }] of acknowledged) {
    const record = await store.get(docId);
    assert.equal(record === undefined, deleted, `${docId} is ${deleted ? 'back' : 'lost'}`);
    if (!record) continue;
    assert.ok(record.version >= accepted, `version ${accepted} of ${docId} is lost`);
    assert.ok((record.liveVersion ?? 0) >= answers, `version ${answers} of ${docId} does not answer`);
    assert.notEqual(record.status, 'processing');
  }
  for (const { docId, version, chunks } of await allLive(store)) {
    const record = await store.get(docId);
    assert.equal(record?.liveVersion, version);
    assert.equal(record?.chunks, chunks.length);
    assert.equal(record?.title, String(chunks.length), `${docId} is there in parts`);
    assert.ok(chunks.every(({ terms }) => terms[2] === String(version)));
  }
}
