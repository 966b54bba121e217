import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { Count, Time } from './fields.ts';
import { replyOf } from './reply.ts';

const Run = z.strictObject({ ended_at: Time.nullable(), latency_ms_p50: Count });
const Reply = z
  .strictObject({
    doc_id: z.string(),
    runs: z.array(Run),
    note: z.string().optional(),
    last_run: Run.nullable(),
  })
  .meta({ id: 'ReplyOfTest' });

test('a reply has the fields of its schema, under their names there', () => {
  const run = { endedAt: 0, latencyMsP50: 3 };
  assert.deepEqual(
    replyOf(Reply, { docId: 'a', note: 'b', runs: [run, { ...run, endedAt: null }], lastRun: run }),
    {
      doc_id: 'a',
      runs: [
        { ended_at: '1970-01-01T00:00:00.000Z', latency_ms_p50: 3 },
        { ended_at: null, latency_ms_p50: 3 },
      ],
      note: 'b',
      last_run: { ended_at: '1970-01-01T00:00:00.000Z', latency_ms_p50: 3 },
    },
  );
});

test('what the schema does not name is left out, and so is an optional field that is absent', () => {
  const value = { docId: 'a', runs: [], lastRun: null, digest: 'secret' };
  assert.deepEqual(replyOf(Reply, value), { doc_id: 'a', runs: [], last_run: null });
});

test('a field of the schema that the value lacks does not compile', () => {
  // @ts-expect-error `lastRun` is missing.
  replyOf(Reply, { docId: 'a', runs: [] });
});
