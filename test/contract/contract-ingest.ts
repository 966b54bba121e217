import assert from 'node:assert/strict';
import { API_KEY } from './bench.ts';
import { lifeOfDocuments } from './contract-document-life.ts';
import { assertInvalid, assertProblem } from './reply.ts';
import { type Chapter, holds } from './row.ts';
import { blocked } from './targets.ts';

export const ingest: Chapter = {
  document: 'contract.md',
  section: 'Ingest',
  rows: [
    holds('`POST /api/v1/ingest`: `{url, doc_id?, title?, tags?}`;', async ({ open }) => {
      const body = {
        url: 'https://docs.example.org/a.pdf',
        doc_id: 'wished-for',
        title: ' The wish ',
        tags: ['a', 'b'],
      };
      assert.equal((await open.post('/api/v1/ingest', body)).at('doc_id'), 'wished-for');
      const status = await open.get('/api/v1/ingest/status/wished-for');
      assert.deepEqual(
        [status.at('title'), status.at('tags'), status.at('source.url')],
        ['The wish', ['a', 'b'], body.url],
      );
      assertInvalid(await open.post('/api/v1/ingest', {}), 'url');
      for (const url of ['not a url', 'https://', '//docs.example.org/a', ''])
        assertProblem(await open.post('/api/v1/ingest', { url }), 422);
    }),
    holds('`s3_url` and `file_name` are accepted as older names of `url` and `doc_id`.', async ({ open }) => {
      const reply = await open.post('/api/v1/ingest', {
        s3_url: 'https://docs.example.org/b.pdf',
        file_name: 'old-name',
      });
      assert.deepEqual([reply.status, reply.at('doc_id')], [202, 'old-name']);
      assertInvalid(
        await open.post('/api/v1/ingest', {
          url: 'https://docs.example.org/b.pdf',
          s3_url: 'https://docs.example.org/b.pdf',
        }),
        's3_url',
      );
      assertInvalid(
        await open.post('/api/v1/ingest', {
          url: 'https://docs.example.org/b.pdf',
          doc_id: 'a',
          file_name: 'b',
        }),
        'file_name',
      );
    }),
    holds(
      [
        'With `API_KEY` set, replacing an existing document needs the key, as deleting it does;',
        'a new one needs it only with `REQUIRE_AUTH_FOR_INGEST`.',
      ],
      async ({ keyed, limited, nextClient }) => {
        const upload = (text: string, docId: string | undefined, key = '') =>
          keyed.upload({ name: 'open-door.txt', text }, docId === undefined ? {} : { doc_id: docId }, {
            'x-api-key': key,
          });
        const byUrl = (doc_id: string) =>
          keyed.post(
            '/api/v1/ingest',
            { url: 'https://docs.example.org/a.pdf', doc_id },
            { 'x-api-key': '' },
          );
        assert.equal((await upload('The door is open.', 'open-door')).status, 202);
        await keyed.settled('open-door');
        assert.equal((await byUrl('open-url')).status, 202);
        for (const refused of [
          await upload('The door is shut.', 'open-door'),
          await upload('The door is shut.', 'open-door', 'wrong'),
          await upload('The door is open.', 'open-url'),
          await byUrl('open-door'),
          await byUrl('open-url'),
          await keyed.call('DELETE', '/api/v1/ingest/open-door', { headers: { 'x-api-key': '' } }),
        ]) {
          assertProblem(refused, 401, 'invalid_api_key');
          assert.ok(refused.headers.has('www-authenticate'));
        }
        assert.deepEqual((await keyed.get('/api/v1/ingest/status/open-door')).at('version'), 1);
        assert.equal((await upload('The door is ajar.', undefined)).at('doc_id'), 'open-door-2');
        const replaced = await upload('The door is shut.', 'open-door', API_KEY);
        assert.deepEqual([replaced.status, replaced.at('version')], [202, 2]);
        assert.equal((await keyed.call('DELETE', '/api/v1/ingest/open-door')).at('status'), 'deleted');

        const headers = { 'x-api-key': '', 'x-forwarded-for': nextClient() };
        assertProblem(
          await limited.post('/api/v1/ingest', { url: 'https://example.org/new.txt' }, headers),
          401,
        );
      },
    ),
    holds('Ids that begin with `answer-` are reserved.', async ({ open }) => {
      const file = { name: 'answer-me.txt', text: 'Some text that answers nothing.' };
      for (const name of ['doc_id', 'file_name']) {
        assertInvalid(await open.upload(file, { [name]: 'answer-1' }), name);
        const body = { url: 'https://docs.example.org/a.pdf', [name]: 'answer-1' };
        assertInvalid(await open.post('/api/v1/ingest', body), name);
      }
      assert.equal((await open.upload(file)).at('doc_id'), 'document-answer-me');
    }),
    holds(
      '`PATCH /api/v1/ingest/{doc_id}` `{title?, tags?}` (key rule of deletion) changes them in lists, citations and filters at once.',
      async ({ open, keyed, nextName }) => {
        const name = nextName();
        const text = `The mayor of ${name} lives in the old mill.`;
        await open.ingest({ name: `${name}.txt`, text }, { title: 'Before', tags: 'before' });
        const path = `/api/v1/ingest/${name}`;
        const changed = await open.call('PATCH', path, {
          body: { title: `The town of ${name}`, tags: ['after', name] },
        });
        assert.deepEqual(
          [
            changed.status,
            changed.at('doc_id'),
            changed.at('title'),
            changed.at('tags'),
            changed.at('version'),
          ],
          [200, name, `The town of ${name}`, ['after', name], 1],
        );
        assert.deepEqual((await open.get(`/api/v1/ingest/status/${name}`)).at(), changed.at());
        for (const [query, total] of [
          [`tag=${name}`, 1],
          [`q=town+of+${name}`, 1],
          [`q=${name}&tag=before`, 0],
        ] as const)
          assert.equal((await open.get(`/api/v1/ingest/docs?${query}`)).at('total'), total, query);
        const question = `Where does the mayor of ${name} live?`;
        const cited = await open.ask(question, { filter: { tags: [name] } });
        assert.equal(cited.at('sources.0.label'), `The town of ${name}`);
        assert.equal((await open.ask(question, { filter: { tags: ['before'] } })).at('meta.refused'), true);
        assert.deepEqual((await open.call('PATCH', path, { body: {} })).at('title'), `The town of ${name}`);
        assertInvalid(
          await open.call('PATCH', path, { body: { title: '', tags: [''], url: 'x' } }),
          ...['title', 'tags.0', 'url'],
        );
        assertProblem(await open.call('PATCH', '/api/v1/ingest/none', { body: {} }), 404);

        await keyed.ingest({ name: `${name}.txt`, text }, { title: 'Before' });
        const keyless = { headers: { 'x-api-key': '' }, body: { title: 'Mine' } };
        assertProblem(await keyed.call('PATCH', path, keyless), 401, 'invalid_api_key');
        assert.equal((await keyed.get(`/api/v1/ingest/status/${name}`)).at('title'), 'Before');
      },
    ),
    holds('`http` and `https` only.', async ({ open }) => {
      for (const url of ['http://docs.example.org/c.pdf', 'HTTPS://docs.example.org/c.pdf'])
        assert.equal((await open.post('/api/v1/ingest', { url })).status, 202);
      for (const url of [
        'file:///etc/passwd',
        'ftp://docs.example.org/c.pdf',
        's3://bucket/c.pdf',
        'data:text/plain,a',
        'javascript:alert(1)',
        'gopher://docs.example.org/',
      ])
        assertProblem(await open.post('/api/v1/ingest', { url }), 422, 'url_not_allowed');
    }),
    holds('`POST /api/v1/ingest/upload`: multipart, one `file`;', async ({ open }) => {
      const send = (fill: (form: FormData) => void) => {
        const form = new FormData();
        fill(form);
        return open.call('POST', '/api/v1/ingest/upload', { body: form });
      };
      const file = new Blob(['Some text.']);
      assert.equal((await send((form) => form.set('file', file, 'one.txt'))).status, 202);
      assertInvalid(await send((form) => form.set('title', 'No file')), 'file');
      assertInvalid(await send((form) => form.set('upload', file, 'one.txt')), 'upload');
      assertInvalid(
        await send((form) => {
          form.append('file', file, 'one.txt');
          form.append('file', file, 'two.txt');
        }),
        'file',
      );
      assertInvalid(await send((form) => form.set('file', 'only text')), 'file');
    }),
    holds('optional `doc_id` (`file_name`), `title`, `tags`.', async ({ open }) => {
      for (const [name, docId] of [
        ['doc_id', 'field-new'],
        ['file_name', 'field-old'],
      ] as const) {
        const status = await open.ingest(
          { name: 'a.txt', text: `Text of ${docId}.` },
          { [name]: docId, title: 'Its title', tags: '["x", "y, z"]' },
        );
        assert.deepEqual(
          [status.at('doc_id'), status.at('title'), status.at('tags')],
          [docId, 'Its title', ['x', 'y, z']],
        );
      }
      const listed = await open.ingest(
        { name: 'a.txt', text: 'Text with tags.' },
        { doc_id: 'field-tags', tags: 'x, y' },
      );
      assert.deepEqual(listed.at('tags'), ['x', 'y']);
    }),
    holds('`doc_id`: `[A-Za-z0-9_-]{1,128}`;', async ({ open }) => {
      for (const doc_id of ['A', '_-_', 'z'.repeat(128)])
        assert.equal(
          (await open.post('/api/v1/ingest', { url: 'https://docs.example.org/d.pdf', doc_id })).at('doc_id'),
          doc_id,
        );
      for (const doc_id of ['', ' ', 'a b', 'a/b', '../a', 'a.b', 'é', 'z'.repeat(129)]) {
        assertInvalid(
          await open.post('/api/v1/ingest', { url: 'https://docs.example.org/d.pdf', doc_id }),
          'doc_id',
        );
        // What a web form leaves blank is not given.
        if (doc_id.trim() !== '')
          assertInvalid(await open.upload({ name: 'a.txt', text: 'Some text.' }, { doc_id }), 'doc_id');
      }
    }),
    holds('derived from the name when absent, made unique when taken by other content.', async ({ open }) => {
      const first = await open.ingest({ name: 'Über uns (final).txt', text: 'One text.' });
      assert.equal(first.at('doc_id'), 'Uber-uns-final');
      const other = await open.ingest({ name: 'Über uns (final).txt', text: 'Another text.' });
      assert.notEqual(other.at('doc_id'), first.at('doc_id'));
      assert.match(other.word('doc_id'), /^Uber-uns-final-/);
      assert.equal(
        (await open.post('/api/v1/ingest', { url: 'https://docs.example.org/path/handbook-2.pdf' })).at(
          'doc_id',
        ),
        'handbook-2',
      );
    }),
    holds(
      '202 `{doc_id, status: "queued", version}` and `Location: /api/v1/ingest/status/{doc_id}`.',
      async ({ open }) => {
        const replies = [
          await open.upload({ name: 'accepted.txt', text: 'Some accepted text.' }, { doc_id: 'accepted' }),
          await open.post('/api/v1/ingest', {
            url: 'https://docs.example.org/e.pdf',
            doc_id: 'accepted-url',
          }),
        ];
        for (const [n, docId] of ['accepted', 'accepted-url'].entries()) {
          assert.deepEqual(
            [replies[n]!.status, replies[n]!.at()],
            [202, { doc_id: docId, status: 'queued', version: 1 }],
          );
          const location = replies[n]!.headers.get('location')!;
          assert.equal(location, `/api/v1/ingest/status/${docId}`);
          assert.equal((await open.get(location)).at('doc_id'), docId);
        }
      },
    ),
    holds('A target that is plainly forbidden is refused at once (422);', async ({ open }) => {
      const before = (await open.get('/api/v1/ingest/docs')).at('total');
      for (const url of blocked)
        assertProblem(await open.post('/api/v1/ingest', { url }), 422, 'url_not_allowed');
      assert.equal((await open.get('/api/v1/ingest/docs')).at('total'), before);
    }),
    holds('what only DNS or the download shows ends as `failed` with the same code.', async ({ open }) => {
      const accepted = await open.post('/api/v1/ingest', { url: 'https://inside.example.org/f.pdf' });
      assert.equal(accepted.status, 202);
      const status = await open.settled(accepted.word('doc_id'));
      assert.deepEqual([status.at('status'), status.at('error.code')], ['failed', 'url_not_allowed']);
    }),
    ...lifeOfDocuments,
  ],
};
