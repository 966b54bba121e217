import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Accepted, ApiError, type DocumentEvent, type DocumentStatus } from '@docent-server/client';
import { followIngests } from './ingest-ends.ts';

const ACCEPTED: Accepted = { doc_id: 'a', status: 'queued', version: 2 };
const COUNTS = { event: 'counts', data: {} } as DocumentEvent;
const BROKEN = new ApiError('The server is stopping.', { status: 503 });

const told = (status: DocumentStatus['status'], version = 2) =>
  ({ event: 'document', data: { doc_id: 'a', status, version } as DocumentStatus }) as const;

/**
 * Sends document `a` to a server with these streams, one after another; the last one goes on without news.
 *
 * @param lookUp What a look-up finds.
 */
async function endOf(
  streams: readonly (readonly (DocumentEvent | Error)[])[],
  lookUp: () => DocumentStatus = () => assert.fail('nothing had to be looked up'),
): Promise<DocumentStatus> {
  const left = [...streams];
  let isSent = false;
  const sent = Promise.withResolvers<void>();
  using ends = followIngests({
    signal: AbortSignal.timeout(20_000),
    reopenPauseMs: 1,
    client: {
      async *changes({ signal } = {}) {
        const changes = left.shift() ?? assert.fail('opened once too often');
        yield COUNTS;
        await sent.promise;
        for (const change of changes) {
          if (change instanceof Error) throw change;
          yield change;
        }
        await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
      },
      each: () => assert.fail('one document is looked up by its id'),
      async status() {
        assert.ok(isSent);
        return lookUp();
      },
    },
  });
  using followed = await ends.follow(['a']);
  isSent = true;
  sent.resolve();
  return await followed.endOf(ACCEPTED);
}

test('an ingest ends with the version that was sent, not with the one before', async () => {
  const streams = [[told('done', 1), told('processing'), COUNTS, told('skipped')]];
  assert.equal((await endOf(streams)).status, 'skipped');
});

test('what was not told is looked up: after a break, and when changes were lost', async () => {
  const failed = () => told('failed').data;
  assert.equal((await endOf([[told('queued'), BROKEN], []], failed)).status, 'failed');
  assert.equal((await endOf([[{ event: 'missed' }]], failed)).status, 'failed');
});

test('a document that is deleted meanwhile has no end', async () => {
  const gone = new ApiError('There is no document "a".', { status: 404 });
  const deleted: DocumentEvent = { event: 'deleted', data: { doc_id: 'a' } };
  const lookUp = () => {
    throw gone;
  };
  await assert.rejects(endOf([[deleted]], lookUp), gone);
});

test('a stream that breaks again and again without news is given up', async () => {
  const streams = Array.from({ length: 5 }, () => [BROKEN]);
  await assert.rejects(
    endOf(streams, () => told('processing').data),
    BROKEN,
  );
});
