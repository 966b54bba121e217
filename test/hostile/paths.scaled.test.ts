import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { inParallel } from '../../src/concurrency/in-parallel.ts';
import { type Service, startService } from '../contract/service.ts';
import { exchange } from '../http-exchange.ts';
import { hostileValues } from './hostile-data.ts';

/** Names that lead out of where they belong, in every place where a client names something. */

const AT_ONCE = 16;
const names = hostileValues('paths', 'filenames');
const paths = hostileValues('paths', 'traversal');
const DOC_ID = /^[A-Za-z0-9_-]{1,128}$/;
/** What a served file of the system or of the server itself would show. */
const LEAK = /root:.*:0:0:|\[boot loader\]|canary of the test|SQLite format/;

describe('hostile names', { timeout: 600_000 }, () => {
  let service: Service;
  let port: number;
  before(async () => {
    service = await startService({ RATE_LIMIT_PER_MINUTE: '1000000' });
    port = Number(new URL(service.url).port);
    writeFileSync(join(service.folder, 'canary.txt'), 'canary of the test');
  });
  after(() => service[Symbol.asyncDispose]());

  const sendFile = (name: string, text: string, fields: Readonly<Record<string, string>> = {}) => {
    const part = (head: string, body: string) =>
      `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
    const escaped = name.replace(/["\r\n]/g, (character) => encodeURIComponent(character));
    const form = `${Object.entries(fields)
      .map(([field, value]) => part(`name="${field}"`, value))
      .join('')}${part(`name="file"; filename="${escaped}"`, text)}--b--\r\n`;
    return service.call('POST', '/api/v1/ingest/upload', {
      body: new TextEncoder().encode(form),
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    });
  };

  it('of files are declined, or kept as a plain name under an id; and the document can be deleted', {
    skip: names.skip,
  }, async (t) => {
    let accepted = 0;
    const given = [...names.values, ...names.values.map((value) => `${value}.txt`)];
    await inParallel(given.entries(), AT_ONCE, async ([n, name]) => {
      const reply = await sendFile(name, `Text ${n} under a hostile name.`);
      if (reply.status !== 202) {
        assert.ok(reply.status >= 400 && reply.status < 500, `${reply.status} for ${JSON.stringify(name)}`);
        return;
      }
      accepted += 1;
      const docId = reply.word('doc_id');
      assert.match(docId, DOC_ID);
      const shown = (await service.settled(docId)).word('source.filename');
      assert.doesNotMatch(shown, /[/\\]|[\p{Cc}\p{Cf}]|^\.\.?$/u, JSON.stringify(name));
      const listed = await service.get(`/api/v1/ingest/docs?q=${docId}&limit=200`);
      assert.ok(listed.list('docs.*.doc_id').includes(docId));
      const original = await fetch(`${service.url}/api/v1/ingest/${docId}/original`);
      assert.equal(await original.text(), `Text ${n} under a hostile name.`);
      assert.match(original.headers.get('content-disposition')!, /^attachment; /);
      assert.equal((await service.call('DELETE', `/api/v1/ingest/${docId}`)).status, 200);
    });
    t.diagnostic(`${given.length} names, ${accepted} accepted`);
    assert.ok(accepted > names.values.length / 2);
  });

  it('that traverse folders lead nowhere, as ids, as names and in addresses', {
    skip: paths.skip,
  }, async (t) => {
    let accepted = 0;
    await inParallel(paths.values.entries(), AT_ONCE, async ([n, value]) => {
      if (!DOC_ID.test(value)) {
        const replies = [
          await sendFile('a.txt', 'Some text.', { doc_id: value }),
          await service.post('/api/v1/ingest', { url: 'https://docs.example.org/a.txt', doc_id: value }),
        ];
        for (const { status, text } of replies)
          assert.ok(status === 422 || status === 400, `${status} ${text}`);
      }
      const uploaded = await sendFile(`${value}.txt`, `Text ${n} of a traversal.`);
      assert.ok(uploaded.status === 202 || (uploaded.status >= 400 && uploaded.status < 500), uploaded.text);
      if (uploaded.status === 202) {
        accepted += 1;
        assert.match(uploaded.word('doc_id'), DOC_ID);
      }
      for (const path of [
        `/api/v1/ingest/${value}/original`,
        `/api/v1/ingest/status/${encodeURIComponent(value)}`,
        `/docs/static/${value}`,
        `/docs/${value}`,
        `/${value}`,
      ]) {
        const bytes = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
        const response = await exchange(port, bytes, { isWhole: true, isHead: false });
        assert.ok(response && response.status < 500, `${response?.status} for ${path}`);
        assert.doesNotMatch(response.body.toString('latin1'), LEAK, path);
        if (response.status < 400) assert.ok(path.startsWith('/docs'), `${response.status} for ${path}`);
      }
    });
    t.diagnostic(`${paths.values.length} paths in 8 places, ${accepted} accepted as names of files`);
    assert.ok(accepted > paths.values.length / 2);
  });

  it('have left nothing outside of the data folder, and nothing under a name of theirs', {
    skip: paths.skip,
  }, () => {
    const { folder } = service;
    assert.deepEqual(readdirSync(folder).sort(), ['canary.txt', 'data', 'logs']);
    assert.equal(readFileSync(join(folder, 'canary.txt'), 'utf8'), 'canary of the test');
    const strange = readdirSync(join(folder, 'data'), { recursive: true })
      .map(String)
      .filter(
        (path) =>
          !/^(?:[a-z]+(?:\/[0-9a-f]{2})?(?:\/[\w-]+(?:\.[\w-]+\.[0-9a-f]{8}\.json)?)?|[a-z]+\.(?:db|lock)(?:-\w+)?)$/.test(
            path,
          ),
      );
    assert.deepEqual(strange, []);
  });
});
