import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client, CorpusSummary } from '@docent-server/client';
import { EXIT, type ExitCode } from '../context.ts';
import { reindexCommand } from './reindex.ts';

type Counts = Partial<CorpusSummary['by_status']>;

const embedding = { model: 'm', declined: null, reindexing: null };

/** Runs the command on a server that returns these counts, one after another, and queues five documents. */
async function reindexOriginals(...told: Counts[]): Promise<{ code: ExitCode; output: string }> {
  let output = '';
  const none = { queued: 0, processing: 0, done: 0, skipped: 0, failed: 0 };
  const left = told.values();
  const client = {
    post: async () => ({ queued: 5, embedding }),
    get: async () => {
      const counts = left.next().value ?? assert.fail('asked more often than there is news');
      const sizes = { documents: 9, chunks: 9, bytes_originals: 9, bytes_on_disk: 9, outdated: 0 };
      return { ...sizes, by_status: { ...none, ...counts }, embedding };
    },
  } as unknown as Pick<Client, 'get' | 'post'>;
  const write = (text: string) => {
    output += text;
  };
  const context = { client, terminal: { columns: undefined, write }, signal: new AbortController().signal };
  const code = await reindexCommand({ fromOriginals: true }, context, { pollMs: 1 });
  return { code, output };
}

test('documents that had failed before are no failure of reading others anew', async () => {
  const { code, output } = await reindexOriginals(
    { done: 5, failed: 2 },
    { queued: 3, processing: 1, done: 1, failed: 2 },
    { done: 5, failed: 2 },
  );
  assert.equal(code, EXIT.ok);
  assert.deepEqual(output.split('\n'), ['1/5 documents read', '5/5 documents read', '5 done, 0 failed', '']);
});

test('a document that fails to be read again is reported, and the command fails', async () => {
  const { code, output } = await reindexOriginals({ done: 5, failed: 2 }, { done: 4, failed: 3 });
  assert.equal(code, EXIT.failed);
  assert.match(output, /4 done, 1 failed\n$/);
});
