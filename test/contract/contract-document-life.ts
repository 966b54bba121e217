import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { QUESTION } from './bench.ts';
import { everyFormat } from './every-format.ts';
import { assertInvalid, assertProblem, valueAt } from './reply.ts';
import { heldBy, holds, type Row } from './row.ts';

const STAGES = ['downloading', 'parsing', 'chunking', 'embedding', 'indexing'];

/** What becomes of a document, from its acceptance to its deletion. */
export const lifeOfDocuments: readonly Row[] = [
  holds(
    'Status: `{doc_id, title, status, stage, progress, version, media_type, bytes, pages, chunks, added, removed, source: {kind: "url"|"upload"|"review", url?, filename?}, tags, content_hash, attempts, error: {code, message} | null, created_at, updated_at}`.',
    async ({ open, synthesize }, fields) => {
      const done = await open.ingest(
        { name: 'whole.md', text: '# Whole\n\nA whole document.' },
        { tags: 'a' },
      );
      assert.deepEqual(
        fields.filter((name) => !(name in (done.at() as object))),
        [],
      );
      for (const [path, value] of [
        ['title', 'Whole'],
        ['status', 'done'],
        ['stage', null],
        ['progress', 1],
        ['version', 1],
        ['media_type', 'text/markdown'],
        ['bytes', 26],
        ['chunks', 1],
        ['added', 1],
        ['removed', 0],
        ['source.kind', 'upload'],
        ['source.filename', 'whole.md'],
        ['error', null],
        ['attempts', 1],
      ] as const)
        assert.equal(done.at(path), value, path);
      assert.match(done.word('content_hash'), /^[0-9a-f]{64}$/);
      const failed = await open.settled(
        (await open.post('/api/v1/ingest', { url: 'http://inside.example.org/g.txt' })).word('doc_id'),
      );
      assert.deepEqual(
        [failed.at('source.kind'), failed.at('source.url')],
        ['url', 'http://inside.example.org/g.txt'],
      );
      assert.deepEqual(Object.keys(failed.at('error') as object), ['code', 'message']);
      const { entryId } = await synthesize(open);
      const approved = await open.call('POST', `/api/v1/review/${entryId}/approve`);
      assert.equal(
        (await open.get(`/api/v1/ingest/status/${approved.word('doc_id')}`)).at('source.kind'),
        'review',
      );
    },
  ),
  holds('`status`: `queued → processing → done | skipped | failed`;', async ({ open }) => {
    const states = await followed(open.url, async () =>
      (await open.upload({ name: 'followed.txt', text: longText('followed') })).word('doc_id'),
    );
    const seen = [...new Set(valueAt(states, '*.status') as unknown[])];
    const order = ['queued', 'processing', 'done'];
    assert.deepEqual(
      seen,
      order.filter((status) => seen.includes(status)),
    );
    assert.equal(seen.at(-1), 'done');
    const damaged = await open.ingest({ name: 'damaged.pdf', text: '%PDF-1.7 and then nothing' });
    assert.equal(damaged.at('status'), 'failed');
  }),
  holds('`skipped` for unchanged or duplicate content (`duplicate_of`).', async ({ open }) => {
    const file = { name: 'once.txt', text: 'A text that comes three times.' };
    const first = await open.ingest(file);
    const unchanged = await open.ingest(file, { doc_id: first.word('doc_id') });
    assert.equal(unchanged.at('status'), 'skipped');
    const duplicate = await open.ingest(file, { doc_id: 'once-more' });
    assert.deepEqual([duplicate.at('status'), duplicate.at('duplicate_of')], ['skipped', first.at('doc_id')]);
  }),
  holds('`stage`: `downloading | parsing | chunking | embedding | indexing`.', async ({ open }) => {
    const states = await followed(open.url, async () =>
      (await open.upload({ name: 'staged.txt', text: longText('staged') })).word('doc_id'),
    );
    const seen = [...new Set(valueAt(states, '*.stage') as unknown[])].filter((stage) => stage !== null);
    assert.deepEqual(
      seen,
      STAGES.filter((stage) => seen.includes(stage)),
    );
    const { stage } = (await open.get('/openapi.json')).at(
      'components.schemas.DocumentStatus.properties',
    ) as { stage: object };
    assert.ok(JSON.stringify(stage).includes(JSON.stringify(STAGES)), JSON.stringify(stage));
  }),
  holds(
    'Ingesting an existing `doc_id` again replaces it: the old version answers until the new one is wholly indexed, then changes in one step.',
    async ({ open, nextName }) => {
      const name = nextName();
      const docId = `replaced-${name}`;
      const send = (year: number) =>
        open.upload(
          {
            name: 'a.md',
            text: `# ${name}\n\nThe bridge of ${name} was completed in ${year}.\n\n${longText(name)}`,
          },
          { doc_id: docId },
        );
      await send(1801);
      await open.settled(docId);
      const years: string[] = [];
      for (let year = 1802; year <= 1804; year++) {
        assert.equal((await send(year)).at('version'), year - 1800);
        for (let isSettled = false; !isSettled; ) {
          isSettled = (await open.get(`/api/v1/ingest/status/${docId}`)).at('status') === 'done';
          const reply = await open.ask(`When was the bridge of ${name} completed?`, {
            mode: 'strict',
            filter: { doc_ids: [docId] },
          });
          years.push(/\d{4}/.exec(reply.word('answer'))?.[0] ?? 'none');
        }
        assert.equal(years.at(-1), String(year));
      }
      assert.deepEqual(years, [...years].sort());
    },
  ),
  holds(
    'PDF, DOCX, PPTX, XLSX, ODT, EPUB, HTML, Markdown, plain text, CSV, JSON, e-mail.',
    async ({ open }) => {
      const files = everyFormat();
      const settled = await Promise.all(files.map((file, n) => open.ingest(file, { doc_id: `format-${n}` })));
      for (const [n, status] of settled.entries()) {
        assert.equal(status.at('status'), 'done', `${files[n]!.name}: ${status.text}`);
        assert.ok((status.at('chunks') as number) > 0, files[n]!.name);
      }
    },
  ),
  heldBy('`MAX_FILE_SIZE_MB` 50', '`MAX_FILE_SIZE_MB` default 50.'),
  holds('`DELETE /api/v1/ingest/{doc_id}` → 200 `{doc_id, status: "deleted"}`;', async ({ open }) => {
    await open.ingest({ name: 'a.txt', text: 'To be deleted.' }, { doc_id: 'deleted-1' });
    const reply = await open.call('DELETE', '/api/v1/ingest/deleted-1');
    assert.deepEqual([reply.status, reply.at()], [200, { doc_id: 'deleted-1', status: 'deleted' }]);
    assertProblem(await open.get('/api/v1/ingest/status/deleted-1'), 404);
  }),
  holds('from the moment it answers no chat cites the document;', async ({ open, nextName }) => {
    const name = nextName();
    const docId = `deleted-${name}`;
    await open.ingest(
      { name: 'a.txt', text: `The bridge of ${name} was completed in 1801.` },
      { doc_id: docId },
    );
    const ask = () => open.ask(`When was the bridge of ${name} completed?`);
    assert.equal((await ask()).at('sources.0.doc_id'), docId);
    await open.call('DELETE', `/api/v1/ingest/${docId}`);
    assert.deepEqual((await ask()).list('sources'), []);
  }),
  holds('a running ingest of it is cancelled.', async ({ open, nextName }) => {
    const name = nextName();
    const docId = `cancelled-${name}`;
    await open.upload(
      { name: 'a.txt', text: `The bridge of ${name} was completed in 1801. ${longText(name)}` },
      { doc_id: docId },
    );
    assert.equal((await open.call('DELETE', `/api/v1/ingest/${docId}`)).status, 200);
    await sleep(300);
    assertProblem(await open.get(`/api/v1/ingest/status/${docId}`), 404);
    const reply = await open.ask(`When was the bridge of ${name} completed?`);
    assert.deepEqual(reply.list('sources'), []);
    assert.equal((await open.ask(QUESTION)).at('meta.refused'), false);
  }),
  holds(
    '`GET /api/v1/ingest/docs` → `{docs, next_cursor, total}`, filters `status`, `tag`, `q`.',
    async ({ open }, fields) => {
      await open.ingest(
        { name: 'a.txt', text: 'Text to be found.' },
        { doc_id: 'listed-1', title: 'A Rare Title', tags: 'rare' },
      );
      await open.settled(
        (
          await open.post('/api/v1/ingest', {
            url: 'http://inside.example.org/h.txt',
            doc_id: 'listed-2',
            tags: ['rare'],
          })
        ).word('doc_id'),
      );
      const ids = async (query: string) => {
        const page = await open.get(`/api/v1/ingest/docs?${query}`);
        assert.deepEqual(Object.keys(page.at() as object), fields);
        return page.list('docs.*.doc_id');
      };
      assert.deepEqual(await ids('tag=rare'), ['listed-2', 'listed-1']);
      assert.deepEqual(await ids('tag=rare&status=failed'), ['listed-2']);
      assert.deepEqual(await ids('q=rare%20TITLE'), ['listed-1']);
      assert.deepEqual(await ids('q=listed-'), ['listed-2', 'listed-1']);
      assertInvalid(await open.get('/api/v1/ingest/docs?tags=rare'), 'tags');
    },
  ),
];

/** Each state that the ingest is in until it ends. */
async function followed(url: string, begin: () => Promise<string>): Promise<unknown[]> {
  const docId = await begin();
  const response = await fetch(`${url}/api/v1/ingest/status/${docId}`, {
    headers: { accept: 'text/event-stream' },
  });
  return [...(await response.text()).matchAll(/^event: status\ndata: (.*)$/gm)].map((match) =>
    JSON.parse(match[1]!),
  );
}

/** About 200 KB, so that its ingest takes a while. */
function longText(about: string): string {
  return Array.from(
    { length: 2_000 },
    (_, n) => `Paragraph ${n} of the text is about ${about}, its river and its ${n} sheep.`,
  ).join('\n\n');
}
