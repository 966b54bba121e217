import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { inParallel } from '../../src/concurrency/in-parallel.ts';
import { type Service, startService } from '../contract/service.ts';
import { STUB_DNS } from '../stub-dns.ts';
import { hostileValues } from './hostile-data.ts';

/** Texts that have broken other programs: kept as they are, run by nobody. */

const AT_ONCE = 16;
const { values, skip } = hostileValues('naughty-strings', 'strings');
/** What is left of a text where the service says that it trims. */
const kept = (text: string) => text.toWellFormed().trim();
const said = values.filter((text) => kept(text) !== '');

describe(`${values.length} naughty strings`, { timeout: 600_000, skip }, () => {
  let service: Service;
  before(async () => {
    service = await startService({ RATE_LIMIT_PER_MINUTE: '1000000', NODE_OPTIONS: STUB_DNS });
  });
  after(() => service[Symbol.asyncDispose]());

  it('are answered as questions', async () => {
    await inParallel(said, AT_ONCE, async (text) => {
      const reply = await service.ask(text, {}, { 'x-user-id': 'naughty' });
      assert.equal(reply.status, 200, `${JSON.stringify(text)}: ${reply.text}`);
    });
  });

  it('come back as title and tag of a document as they were given', async () => {
    await inParallel(said.entries(), AT_ONCE, async ([n, text]) => {
      const title = text.slice(0, 500);
      const tag = [...kept(text)].slice(0, 100).join('').trim();
      const body = { url: 'https://docs.example.org/a.txt', doc_id: `naughty-${n}`, title, tags: [tag] };
      const accepted = await service.post('/api/v1/ingest', body);
      assert.equal(accepted.status, 202, `${JSON.stringify(text)}: ${accepted.text}`);
      const status = await service.get(`/api/v1/ingest/status/naughty-${n}`);
      assert.equal(status.at('title'), kept(title));
      assert.deepEqual(status.at('tags'), [tag]);
      const found = await service.get(`/api/v1/ingest/docs?tag=${encodeURIComponent(tag)}&limit=200`);
      assert.ok(found.list('docs.*.doc_id').includes(`naughty-${n}`), JSON.stringify(tag));
    });
  });

  it('come back as feedback as they were given', async () => {
    await inParallel(said, AT_ONCE, async (text) =>
      assert.equal((await service.post('/api/v1/feedback', { rating: 'up', reason: text })).status, 201),
    );
    const reasons: unknown[] = [];
    let cursor = '';
    do {
      const page = await service.get(`/api/v1/feedback?limit=200${cursor}`);
      reasons.push(...page.list('feedback.*.reason'));
      cursor = page.at('next_cursor') === null ? '' : `&cursor=${page.word('next_cursor')}`;
    } while (cursor !== '');
    assert.deepEqual(reasons.sort(), said.map(kept).sort());
  });

  it('are searched for, and never take a search apart', async () => {
    await inParallel(said, AT_ONCE, async (text) => {
      const query = encodeURIComponent([...kept(text)].slice(0, 200).join('').trim());
      assert.equal((await service.get(`/api/v1/ingest/docs?q=${query}`)).status, 200, JSON.stringify(text));
    });
  });

  it('are read as a document, and give it back', async () => {
    const text = said.join('\n\n');
    const status = await service.ingest({ name: 'naughty.txt', text }, { doc_id: 'naughty-document' });
    assert.equal(status.at('status'), 'done', status.text);
    const original = await fetch(`${service.url}/api/v1/ingest/naughty-document/original`);
    assert.equal(await original.text(), text);
    const read = await service.get('/api/v1/ingest/naughty-document/text');
    const plain = said.filter((line) => /^[a-z][ -~]{20,}$/i.test(line) && !/\s\s/.test(line));
    assert.ok(plain.length > 3);
    for (const line of plain) assert.ok(read.word('text').includes(line), line);
  });

  it('in headers are taken or declined', async () => {
    await inParallel(values, AT_ONCE, async (text) => {
      const value = Buffer.from(text.replace(/[\r\n\0]/g, '')).toString('latin1');
      for (const name of [
        'x-user-id',
        'x-correlation-id',
        'idempotency-key',
        'x-api-key',
        'accept',
        'range',
        'origin',
      ]) {
        const reply = await service.raw(
          `GET /api/v1/ingest/docs?limit=1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${name}: ${value}\r\n\r\n`,
        );
        assert.match(reply, /^HTTP\/1\.1 (?:200|4\d\d) /, `${name}: ${JSON.stringify(text)}`);
      }
    });
  });

  it('leave no line in the log that is not one of the service', () => {
    for (const line of service.logFile().trimEnd().split('\n')) {
      assert.match(line, /^\d{4}-\d\d-\d\dT[\d:.]+Z (?:DEBUG|INFO |WARN |ERROR) \[[!-~]+\] \S/);
      assert.doesNotMatch(line, /[\p{C}\p{Zl}\p{Zp}]/u);
    }
  });
});
