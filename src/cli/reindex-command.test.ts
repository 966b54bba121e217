import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client, CorpusSummary } from '@docent-server/client';
import { reindexCommand } from './reindex-command.ts';

type Counts = Partial<CorpusSummary['by_status']>;

const embedding = { model: 'm', declined: null, reindexing: null };

/** Runs the command on a server that returns these counts, one after another, and queues five documents. */
async function reindexOriginals(...told: Counts[]): Promise<{ isWell: boolean; output: string }> {
  let output = '';
  const none = { queued: 0, processing: 0, done: 0, skipped: 0, failed: 0 };
  const left = told.values();
  const isWell = await reindexCommand({
    client: {
      post: (async () => ({ queued: 5, embedding })) as unknown as Client['post'],
      get: (async () => {
        const counts = left.next().value ?? assert.fail('asked more often than there is news');
        const sizes = { documents: 9, chunks: 9, bytes_originals: 9, bytes_on_disk: 9, outdated: 0 };
        return { ...sizes, by_status: { ...none, ...counts }, embedding };
      }) as unknown as Client['get'],
    },
    from: 'originals',
    terminal: {
      columns: undefined,
      write: (text) => {
        output += text;
      },
    },
    signal: new AbortController().signal,
    pollMs: 1,
  });
  return { isWell, output };
}

test('documents that had failed before are no failure of reading others anew', async () => {
  const { isWell, output } = await reindexOriginals(
    { done: 5, failed: 2 },
    { queued: 3, processing: 1, done: 1, failed: 2 },
    { done: 5, failed: 2 },
  );
  assert.equal(isWell, true);
  assert.deepEqual(output.split('\n'), ['1/5 documents read', '5/5 documents read', '5 done, 0 failed', '']);
});

test('a document that fails to be read again is reported, and the command fails', async () => {
  const { isWell, output } = await reindexOriginals({ done: 5, failed: 2 }, { done: 4, failed: 3 });
  assert.equal(isWell, false);
  assert.match(output, /4 done, 1 failed\n$/);
});
