import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  heldAnswer,
  holdOne,
  idsOf,
  MANY,
  newFeedback,
} from '../../../test/conformance/curation-store/fixtures.ts';
import { curationStoreConformance } from '../../../test/conformance/curation-store.ts';
import { postgresDatabases } from '../../../test/postgres-databases.ts';
import { NEEDS_POSTGRES } from '../../../test/postgres-server.ts';
import { openPostgresCurationStore } from './stores.ts';

const connect = postgresDatabases('curation_store');
/** The store of a name, in a database of its own. */
const open = async (name: string, bounds = {}) => openPostgresCurationStore(await connect(name), bounds);

curationStoreConformance('PostgreSQL', open, NEEDS_POSTGRES);

describe('Two processes with reviews in PostgreSQL', NEEDS_POSTGRES, () => {
  test('decide an entry once', async () => {
    await using one = await open('decided');
    await using other = await open('decided');
    const { entryId } = await holdOne(one, 'q');
    const approve = (by: string) => ({
      ...{ from: 'pending', to: 'approving', changes: { decidedBy: by } },
    });
    const moved = await Promise.all(
      Array.from({ length: 10 }, (_, i) => (i % 2 ? one : other).move(entryId, approve(`${i}`) as never)),
    );
    const winners = moved.filter((entry) => entry !== undefined);
    assert.equal(winners.length, 1);
    assert.equal((await other.entry(entryId))?.decidedBy, winners[0]?.decidedBy);
  });

  test('hold an answer once, and count how often it was asked', async () => {
    await using one = await open('held');
    await using other = await open('held');
    await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        (i % 2 ? one : other).hold({ ...heldAnswer('q'), entryId: `e${i}` }, MANY),
      ),
    );
    const { entries, total } = await one.pending({ limit: 9 });
    assert.deepEqual([total, entries[0]?.asked], [1, 12]);
  });
});

test('PostgreSQL keeps no more feedback than there may be: the oldest goes', NEEDS_POSTGRES, async () => {
  await using store = await open('bounded', { feedbackMax: 3 });
  for (const id of ['a', 'b', 'c', 'd', 'e']) await store.addFeedback(newFeedback(id, 'down'));
  await store.addFeedback(newFeedback('c', 'up'));
  const { feedback, total } = await store.feedback({}, { limit: 9 });
  assert.deepEqual([idsOf(feedback), total], [['e', 'd', 'c'], 3]);
});
