import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { RefusedError } from '../../errors.ts';
import type { DocumentRecord } from '../../ports/document.ts';
import { SourceFailure, type SourceItem } from '../../ports/source-driver.ts';
import type { SourceDocument, SourceRecord } from '../../ports/source-store.ts';
import type { Upload } from '../catalog.ts';
import { type RunParts, runSource } from './run-source.ts';

const LIVE = new AbortController().signal;

/** A place with these texts by key, and all that a run changes. */
function openStand(kind: 'folder' | 'web' = 'folder') {
  const texts = new Map<string, string>();
  const documents = new Map<string, SourceDocument>();
  const changes: string[] = [];
  const uploads: Upload[] = [];
  const tags = new Map<string, readonly string[]>();
  let fault: Error | undefined;
  const options = {
    isComplete: true,
    revision: null as string | null,
    refuse: undefined as Error | undefined,
  };

  const itemOf = ([key, text]: [string, string]): SourceItem => ({
    key,
    async open(mark) {
      if (mark === text) return undefined;
      if (text === 'broken') throw new SourceFailure('It is broken.');
      const body = (async function* () {
        yield Buffer.from(text);
      })();
      return {
        body,
        mark: text,
        mediaType: null,
        url: kind === 'web' ? key : null,
        async [Symbol.asyncDispose]() {},
      };
    },
  });
  const driver = {
    vet: () => undefined,
    async list(_: unknown, asked: { revision: string | null }) {
      if (fault) throw fault;
      const isUnchanged = options.revision !== null && asked.revision === options.revision;
      return {
        items: isUnchanged ? [] : [...texts].map(itemOf),
        ...{ isUnchanged, isComplete: options.isComplete, revision: options.revision, openAtOnce: 2 },
        async [Symbol.asyncDispose]() {},
      };
    },
  };
  const parts: RunParts = {
    drivers: { web: driver, git: driver, s3: driver, folder: driver },
    store: {
      documents: async (_, { after = '', limit }) =>
        [...documents.values()]
          .filter(({ key }) => key > after)
          .sort((a, b) => (a.key < b.key ? -1 : 1))
          .slice(0, limit),
      putDocument: async (_, document) => void documents.set(document.key, document),
      removeDocument: async (_, key) => void documents.delete(key),
    },
    catalog: {
      async acceptUpload(upload) {
        if (options.refuse) throw options.refuse;
        changes.push(`+ ${upload.docId}`);
        uploads.push(upload);
        tags.set(upload.docId!, upload.tags!);
        return undefined as never;
      },
      async get(docId) {
        const given = tags.get(docId);
        if (!given) throw new RefusedError({ code: 'document_not_found', docId });
        return { tags: given } as DocumentRecord;
      },
      async describe(docId, { tags: given }) {
        tags.set(docId, given!);
        return undefined as never;
      },
      async remove(docId) {
        changes.push(`- ${docId}`);
      },
    },
    originals: {
      async receive(bytes, { limitBytes }) {
        const content = Buffer.concat(await Array.fromAsync(bytes));
        if (content.length > limitBytes) throw new RefusedError({ code: 'file_too_large', limitBytes });
        const contentHash = createHash('sha256').update(content).digest('hex');
        return {
          contentHash,
          bytes: content.length,
          head: content,
          async keep() {},
          async [Symbol.asyncDispose]() {},
        };
      },
    },
    fileBytesMax: 1_000,
    documentsMax: 1_000,
  };
  const source = (given: Partial<SourceRecord> = {}): SourceRecord => ({
    ...{ sourceId: 's', sequence: 1, createdAt: 0, dueAt: null, startedAt: 0, endedAt: null, result: null },
    ...{ wouldDelete: 0, mayDelete: 0, isPaused: false, isRemoved: false, documents: documents.size },
    settings: {
      ...{ name: 'S', kind, location: '/x', branch: null, include: [], tags: ['hr'], intervalMs: null },
      ...given.settings,
    },
    ...given,
  });
  return {
    ...{ texts, documents, changes, uploads, tags, options },
    fail: (error: Error | undefined) => {
      fault = error;
    },
    async run(given: Partial<SourceRecord> = {}) {
      changes.length = 0;
      const { result, wouldDelete } = await runSource(
        source(given),
        { signal: LIVE, correlationId: 'c' },
        parts,
      );
      const { added, changed, unchanged, deleted, failed, error, revision } = result;
      return { counts: [added, changed, unchanged, deleted, failed], error, wouldDelete, revision, result };
    },
    source,
  };
}

describe('a run of a source', () => {
  it('ingests what is new or changed, deletes what has gone, and leaves the rest', async () => {
    const stand = openStand();
    stand.texts.set('a.md', 'one').set('guide/b.md', 'two').set('c.md', 'three').set('logo.png', 'x');
    assert.deepEqual((await stand.run()).counts, [3, 0, 0, 0, 0]);
    assert.deepEqual(stand.uploads[1]!.tags, ['hr']);
    const ids = stand.uploads.map(({ docId }) => docId!);
    assert.match(ids[1]!, /^guide-b-[\da-f]{8}$/);
    stand.texts.set('a.md', 'another');
    stand.texts.delete('c.md');
    assert.deepEqual((await stand.run()).counts, [0, 1, 1, 1, 0]);
    assert.deepEqual(stand.changes, [`+ ${ids[0]}`, `- ${ids[2]}`]);
    assert.deepEqual((await stand.run()).counts, [0, 0, 2, 0, 0]);
    assert.deepEqual(stand.changes, []);
  });

  it('takes only what the globs include', async () => {
    const stand = openStand();
    stand.texts.set('docs/a.md', '1').set('docs/deep/b.txt', '2').set('README.md', '3');
    const settings = { ...stand.source().settings, include: ['docs/**/*.md', '*.txt'] };
    assert.deepEqual((await stand.run({ settings })).counts, [1, 0, 0, 0, 0]);
  });

  it('counts a document that cannot be read, keeps its last version, and reads the others', async () => {
    const stand = openStand();
    stand.texts.set('a.md', 'one').set('b.md', 'two');
    await stand.run();
    stand.texts.set('a.md', 'broken').set('b.md', 'x'.repeat(2_000)).set('c.md', 'three');
    const { counts, error } = await stand.run();
    assert.deepEqual(counts, [1, 0, 0, 0, 2]);
    assert.deepEqual(error, { code: 'document_failed', message: 'a.md: It is broken.' });
    assert.equal(stand.documents.size, 3);
  });

  it('changes nothing when the place cannot be read', async () => {
    const stand = openStand();
    stand.texts.set('a.md', 'one');
    await stand.run();
    stand.texts.clear();
    stand.fail(new SourceFailure('It is unplugged.'));
    const { counts, error } = await stand.run();
    assert.deepEqual(
      [counts, error?.code, error?.message],
      [[0, 0, 0, 0, 0], 'not_readable', 'It is unplugged.'],
    );
    assert.deepEqual(stand.changes, []);
  });

  it('stops before it deletes most documents, until as many are confirmed', async () => {
    const stand = openStand();
    for (let n = 0; n < 20; n++) stand.texts.set(`${n}.md`, `text ${n}`);
    await stand.run();
    for (let n = 0; n < 12; n++) stand.texts.delete(`${n}.md`);
    stand.texts.set('new.md', 'new');
    const stopped = await stand.run();
    assert.deepEqual([stopped.error?.code, stopped.wouldDelete], ['would_delete_most', 12]);
    assert.deepEqual([stand.changes, stand.documents.size], [[], 20]);
    assert.equal((await stand.run({ mayDelete: 11 })).wouldDelete, 12);
    assert.deepEqual((await stand.run({ mayDelete: 12 })).counts, [1, 0, 8, 12, 0]);
  });

  it('stops even a small source from being emptied', async () => {
    const stand = openStand();
    stand.texts.set('a.md', 'one');
    await stand.run();
    stand.texts.clear();
    assert.equal((await stand.run()).wouldDelete, 1);
    assert.equal(stand.documents.size, 1);
    assert.deepEqual((await stand.run({ mayDelete: 1 })).counts, [0, 0, 0, 1, 0]);
  });

  it('deletes nothing that a feed does not show any more', async () => {
    const stand = openStand('web');
    stand.options.isComplete = false;
    stand.texts.set('https://a.example/1', 'one').set('https://a.example/2?x=1', 'two');
    await stand.run();
    assert.deepEqual(
      stand.uploads.map(({ url }) => url),
      ['https://a.example/1', 'https://a.example/2?x=1'],
    );
    stand.texts.delete('https://a.example/1');
    assert.deepEqual((await stand.run()).counts, [0, 0, 1, 0, 0]);
  });

  it('reads nothing of a revision that it has read wholly', async () => {
    const stand = openStand();
    stand.options.revision = 'abc';
    stand.texts.set('a.md', 'one').set('b.md', 'broken');
    const first = await stand.run();
    assert.equal(first.revision, null, 'a document failed, so the revision is read again');
    stand.texts.set('b.md', 'two');
    const second = await stand.run();
    assert.equal(second.revision, 'abc');
    const { result } = second;
    assert.deepEqual((await stand.run({ result })).counts, [0, 0, 2, 0, 0]);
    const settings = { ...stand.source().settings, include: ['a*'] };
    assert.deepEqual((await stand.run({ result, settings })).counts, [0, 0, 1, 1, 0]);
  });

  it('gives documents the tags that the source has now, and leaves them those of other origin', async () => {
    const stand = openStand();
    stand.options.revision = 'abc';
    stand.texts.set('a.md', 'one').set('b.md', 'two').set('c.md', 'three');
    const { result } = await stand.run();
    const [a, b, c] = stand.uploads.map(({ docId }) => docId!);
    stand.tags.set(b!, ['mine', 'hr']);
    stand.tags.delete(c!);
    const settings = { ...stand.source().settings, tags: ['it', 'public'] };
    const again = await stand.run({ result, settings });
    assert.deepEqual(
      [again.counts, again.result.tags],
      [
        [0, 0, 3, 0, 0],
        ['it', 'public'],
      ],
    );
    assert.deepEqual(
      [stand.tags.get(a!), stand.tags.get(b!)],
      [
        ['it', 'public'],
        ['mine', 'it', 'public'],
      ],
    );
    stand.tags.set(a!, []);
    await stand.run({ result: again.result, settings });
    assert.deepEqual(stand.tags.get(a!), [], 'tags are taken away by hand');
  });

  it('accepts a document again whose acceptance was not noted, under the same id', async () => {
    const stand = openStand();
    stand.texts.set('a.md', 'one');
    await stand.run();
    const [first] = stand.changes;
    stand.documents.clear();
    await stand.run();
    assert.deepEqual(stand.changes, [first]);
  });

  it('ends when a store fails', async () => {
    const stand = openStand();
    stand.texts.set('a.md', 'one');
    stand.options.refuse = new RefusedError({ code: 'disk_full', retryAfterSeconds: 1 });
    await assert.rejects(() => stand.run(), /disk_full/);
    assert.equal(stand.documents.size, 0);
  });
});
