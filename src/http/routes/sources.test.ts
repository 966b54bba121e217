import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openHttpStand } from '../../../test/http-stand.ts';
import { DocumentSource, DocumentSourceList } from './sources.ts';

const HANDBOOK = { name: 'The Handbook', kind: 'git', location: 'https://git.example.org/handbook.git' };

describe('the API of sources', () => {
  let stand: Awaited<ReturnType<typeof openHttpStand>>;
  before(async () => {
    stand = await openHttpStand({ settings: { apiKey: 'secret' } });
  });
  after(() => stand[Symbol.asyncDispose]());

  const call = async (method: string, path: string, body?: object, key = 'secret') => {
    const response = await stand.get(`/api/v1/sources${path}`, {
      method,
      headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  it('adds a source with its defaults, shows it, and lists the newest first', async () => {
    const added = await call('POST', '', HANDBOOK);
    assert.equal(added.status, 201);
    const source = DocumentSource.parse(added.body);
    assert.deepEqual(
      [source.source_id, source.state, source.interval_minutes, source.include, source.last_run],
      ['the-handbook', 'queued', 60, [], null],
    );
    assert.deepEqual((await call('GET', '/the-handbook')).body, source);
    await call('POST', '', { ...HANDBOOK, name: 'Second', tags: ['hr'], interval_minutes: null });
    const first = DocumentSourceList.parse((await call('GET', '?limit=1')).body);
    assert.deepEqual([first.sources[0]!.name, first.total], ['Second', 2]);
    const next = DocumentSourceList.parse((await call('GET', `?limit=1&cursor=${first.next_cursor}`)).body);
    assert.deepEqual([next.sources[0]!.name, next.next_cursor], ['The Handbook', null]);
  });

  it('refuses a second source of the same name, unknown ones, and a confirmation of nothing', async () => {
    for (const [method, path, body, status, code] of [
      ['POST', '', { ...HANDBOOK, name: 'The  handbook' }, 409, 'source_exists'],
      ['POST', '', { ...HANDBOOK, name: 'x', kind: 'ftp' }, 422, 'validation_failed'],
      ['POST', '', { ...HANDBOOK, name: 'x', interval_minutes: 1 }, 422, 'validation_failed'],
      ['GET', '/none', undefined, 404, 'source_not_found'],
      ['POST', '/none/run', undefined, 404, 'source_not_found'],
      ['DELETE', '/none', undefined, 404, 'source_not_found'],
      ['PATCH', '/none', { paused: true }, 404, 'source_not_found'],
      ['PATCH', '/the-handbook', { interval_minutes: 1 }, 422, 'validation_failed'],
      ['PATCH', '/the-handbook', { kind: 'web' }, 422, 'validation_failed'],
      ['POST', '/the-handbook/confirm', undefined, 409, 'nothing_to_confirm'],
    ] as const) {
      const reply = await call(method, path, body);
      assert.deepEqual([reply.status, reply.body.code], [status, code], `${method} ${path}`);
    }
  });

  it('changes what is given, pauses a source, and resumes it', async () => {
    const before = DocumentSource.parse((await call('GET', '/the-handbook')).body);
    const change = { name: 'Handbook', tags: ['hr'], interval_minutes: 1_440, branch: 'main' };
    const changed = await call('PATCH', '/the-handbook', change);
    assert.equal(changed.status, 200);
    assert.deepEqual(changed.body, { ...before, ...change, next_run_at: changed.body.next_run_at });
    const paused = DocumentSource.parse((await call('PATCH', '/the-handbook', { paused: true })).body);
    assert.deepEqual(
      [paused.paused, paused.state, paused.next_run_at, paused.tags],
      [true, 'paused', null, ['hr']],
    );
    const resumed = DocumentSource.parse((await call('PATCH', '/the-handbook', { paused: false })).body);
    assert.deepEqual([resumed.state, resumed.interval_minutes], ['queued', 1_440]);
  });

  it('needs the key to change anything', async () => {
    for (const [method, path, body] of [
      ['POST', '', HANDBOOK],
      ['PATCH', '/the-handbook', { paused: true }],
      ['POST', '/the-handbook/run', undefined],
      ['POST', '/the-handbook/confirm', undefined],
      ['DELETE', '/the-handbook', undefined],
    ] as const)
      assert.equal((await call(method, path, body, 'wrong')).status, 401, `${method} ${path}`);
    assert.equal((await call('GET', '', undefined, 'wrong')).status, 200);
  });

  it('runs a source on request, and removes it with or without its documents', async () => {
    const run = await call('POST', '/the-handbook/run');
    assert.deepEqual([run.status, run.body.state], [202, 'queued']);
    const removing = await call('DELETE', '/the-handbook?documents=delete');
    assert.deepEqual(removing.body, { source_id: 'the-handbook', status: 'removing' });
    assert.equal((await call('GET', '/the-handbook')).body.state, 'removing');
    assert.equal((await call('DELETE', '/the-handbook')).body.status, 'deleted');
    assert.equal((await call('GET', '/the-handbook')).status, 404);
  });
});
