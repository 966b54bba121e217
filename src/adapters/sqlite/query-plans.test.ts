import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { ingest, intake, useModel } from '../../../test/conformance/document-store/fixtures.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import type { DocumentStore } from '../../ports/document-store.ts';
import { openSqliteDocumentStore } from './documents/document-store.ts';
import { openSqliteAnswerStore, openSqliteCurationStore } from './stores.ts';

/** Asks SQLite how it would run the one statement of those that `use` prepares that `pattern` matches. */
async function planOf<Store extends AsyncDisposable>(
  t: TestContext,
  options: { open: (path: string) => Store; use: (store: Store) => Promise<unknown>; pattern: RegExp },
): Promise<string[]> {
  const folder = temporaryFolder();
  const { mock } = t.mock.method(DatabaseSync.prototype, 'prepare');
  try {
    await using store = options.open(join(folder, 'store.db'));
    await options.use(store);
    const [found, ...others] = mock.calls.filter(({ arguments: [sql] }) => options.pattern.test(sql));
    assert.ok(found && others.length === 0, `${others.length + (found ? 1 : 0)} statements match`);
    const plan = (found.this as DatabaseSync).prepare(`EXPLAIN QUERY PLAN ${found.arguments[0]}`).all();
    return plan.map(({ detail }) => String(detail));
  } finally {
    mock.restore();
  }
}

const isSorted = (step: string) => step.includes('TEMP B-TREE FOR ORDER BY');

test('the query for thumbs down starts with the questions of an entry, not with all thumbs down', async (t) => {
  const plan = await planOf(t, {
    open: openSqliteCurationStore,
    use: (store) => store.entry('x'),
    pattern: /AS downvotes/,
  });
  const first = plan.findIndex((step) =>
    step.includes('q USING COVERING INDEX entry_questions_by_entry (entry=?)'),
  );
  assert.match(
    plan[first + 1]!,
    /f USING COVERING INDEX feedback_by_question \(question_key=\? AND rating=\?\)/,
  );
});

test('a page of decided entries is read in the order of decisions, without sorting all of them', async (t) => {
  const plan = await planOf(t, {
    open: openSqliteCurationStore,
    use: (store) => store.decided({}, { limit: 1 }),
    pattern: /ORDER BY decided_at/,
  });
  assert.match(plan[0]!, /INDEX entries_by_decision/);
  assert.ok(!plan.some(isSorted), plan.join('\n'));
});

test('the look for what has expired reads that alone, not all approved answers', async (t) => {
  const plan = await planOf(t, {
    open: openSqliteCurationStore,
    use: (store) => store.expire(1, { limit: 1 }),
    pattern: /WHERE expires_at <=/,
  });
  assert.deepEqual(plan, ['SEARCH entries USING INDEX entries_by_expiry (expires_at<?)']);
});

test('a page of the answers of some days is read in the order of time, without sorting all of them', async (t) => {
  const plan = await planOf(t, {
    open: openSqliteAnswerStore,
    use: (store) => store.answers({ from: 1, to: 9 }, { limit: 1, before: 5 }),
    pattern: /^SELECT sequence\b.* FROM answers WHERE .*\bat >= \?/,
  });
  assert.match(plan[0]!, /INDEX answers_by_time \(.*at[>,].*\)/);
  assert.ok(!plan.some(isSorted), plan.join('\n'));
});

test('a page of documents to be read anew begins behind the page before', async (t) => {
  const plan = await planOf(t, {
    open: openSqliteDocumentStore,
    use: (store) => store.requeueLive({ after: 0, limit: 1, correlationId: 'c', now: 1 }),
    pattern: /content_hash = live_hash/,
  });
  assert.deepEqual(plan.slice(0, 1), ['SEARCH documents USING INTEGER PRIMARY KEY (rowid>?)']);
  assert.ok(!plan.some(isSorted), plan.join('\n'));
});

test('documents with terms of another analysis are counted without a look at the others', async (t) => {
  const plan = await planOf(t, {
    open: openSqliteDocumentStore,
    use: (store) => store.countOtherAnalyses(1),
    pattern: /analysis < \?1/,
  });
  const steps = plan.filter((step) => step.includes('documents'));
  assert.deepEqual(steps, [
    'SEARCH documents USING COVERING INDEX documents_by_analysis (analysis<?)',
    'SEARCH documents USING COVERING INDEX documents_by_analysis (analysis>?)',
  ]);
});

test('a page of documents with terms of another analysis begins behind the page before', async (t) => {
  const plan = await planOf(t, {
    open: openSqliteDocumentStore,
    use: (store) => store.otherAnalyses({ analysis: 1, after: 0, limit: 1 }),
    pattern: /analysis <> \?/,
  });
  assert.deepEqual(plan, ['SEARCH documents USING INTEGER PRIMARY KEY (rowid>?)']);
});

test('accepted jobs are counted without a look at each document', async (t) => {
  const plan = await planOf(t, {
    open: openSqliteDocumentStore,
    use: (store) => store.countJobs(),
    pattern: /COUNT\(\*\) FROM jobs/,
  });
  const steps = plan.filter((step) => step.includes('documents'));
  assert.deepEqual(steps, ['SCAN documents USING COVERING INDEX documents_forced']);
});

test('chunks without an embedding are looked for in a window of the chunks', async (t) => {
  for (const slot of [0, 1]) {
    const plan = await planOf(t, {
      open: openSqliteDocumentStore,
      use: (store) => lookForUnembedded(store, slot),
      pattern: new RegExp(`NOT EXISTS \\(SELECT 1 FROM embeddings_${slot} `),
    });
    assert.equal(plan[0], 'SEARCH c USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)');
    assert.ok(!plan.some(isSorted), plan.join('\n'));
  }
});

/** With a model begun in this slot, and a chunk that it has not embedded. */
async function lookForUnembedded(store: DocumentStore, slot: number): Promise<void> {
  await ingest(store, intake('a'), ['text']);
  if (slot === 0) await useModel(store, { id: 'first', payload: new Uint8Array(1) });
  await store.beginEmbeddings({ id: 'begun', payload: new Uint8Array(1) });
  assert.equal((await store.unembeddedChunks({ after: 0, limit: 1 })).length, 1);
}

test('the embeddings in use are read page by page, each from where the last one ended', async (t) => {
  const plan = await planOf(t, {
    open: openSqliteDocumentStore,
    use: (store) => store.liveEmbeddings()[Symbol.asyncIterator]().next(),
    pattern: /FROM embeddings_0 e\s+CROSS JOIN chunks/,
  });
  assert.deepEqual(plan, [
    'SEARCH e USING INTEGER PRIMARY KEY (rowid>?)',
    'SEARCH c USING INTEGER PRIMARY KEY (rowid=?)',
    'SEARCH d USING INTEGER PRIMARY KEY (rowid=?)',
  ]);
});

test('a slice of live chunks comes from an index in its order, whatever is left of the document', async (t) => {
  const plan = await planOf(t, {
    open: openSqliteDocumentStore,
    use: (store) => store.liveChunks()[Symbol.asyncIterator]().next(),
    pattern: /^SELECT d\.sequence, d\.doc_id AS "docId"/,
  });
  assert.ok(!plan.some(isSorted), plan.join('\n'));
});

test('a page of documents sorts keys from an index, and reads the records of the page alone', async (t) => {
  for (const [sort, index] of [
    ['title', 'documents_by_folded'],
    ['status', 'documents_by_status'],
  ] as const) {
    const plan = await planOf(t, {
      open: openSqliteDocumentStore,
      use: (store) => store.list({}, { limit: 10, sort }),
      pattern: /^SELECT d\.\*, p\.sort_key/,
    });
    assert.ok(plan.includes(`SCAN d USING COVERING INDEX ${index}`), plan.join('\n'));
    assert.ok(plan.includes('SEARCH d USING INTEGER PRIMARY KEY (rowid=?)'), plan.join('\n'));
  }
});

test('documents of a tag are counted by the tag alone', async (t) => {
  const plan = await planOf(t, {
    open: openSqliteDocumentStore,
    use: (store) => store.list({ tag: 'x' }, { limit: 10 }),
    pattern: /COUNT\(\*\) AS total/,
  });
  assert.deepEqual(plan, ['SEARCH t USING PRIMARY KEY (tag=?)']);
});

test('the size of all originals is summed up without a look at each document', async (t) => {
  const plan = await planOf(t, {
    open: openSqliteDocumentStore,
    use: (store) => store.totals(),
    pattern: /MAX\(bytes\)/,
  });
  assert.ok(
    plan.includes('SEARCH documents USING COVERING INDEX documents_by_content (content_hash>?)'),
    plan.join('\n'),
  );
});
