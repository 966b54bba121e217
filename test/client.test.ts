import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { after, before, describe, it, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ApiError, createClient } from '@docent-server/client';
import { type OpenServer, openServer } from './open-server.ts';
import { serveHttp } from './serve-http.ts';

const SOURCE = new URL('../client/index.ts', import.meta.url);
const KEY = 'secret';

describe('the client', () => {
  let server: OpenServer;
  before(async () => {
    server = await openServer({ settings: { API_KEY: KEY } });
    const client = createClient({ url: server.url, apiKey: KEY });
    const { doc_id } = await client.upload('prices.md', Buffer.from('A family ticket costs 24 euros.'));
    await client.ingestEnd(doc_id);
  });
  after(() => server[Symbol.asyncDispose]());

  const [asking, adding, calling] = examples();

  it('asks, as in its first example', async () => {
    assert.match(await run(asking!), /A family ticket costs 24 euros\. \[1\]\n\[1\] /);
  });

  it('adds a document, as in its second example', async () => {
    assert.match(await run(adding!), /^(done|skipped)\n$/);
  });

  it('calls operations and reads lists to their end, as in its third example', async () => {
    const client = createClient({ url: server.url, apiKey: KEY });
    const tagged = await client.upload('hours.md', Buffer.from('The museum opens at nine.'), {
      tags: ['museum'],
    });
    await client.ingestEnd(tagged.doc_id);
    assert.match(await run(calling!), /^\[ .*\]\n(.*\n)*hours Hours\n/);
  });

  it('throws what the server refuses, with its problem', async () => {
    const client = createClient({ url: server.url });
    await assert.rejects(client.get('/api/v1/settings'), (error) => {
      assert.ok(error instanceof ApiError);
      assert.deepEqual([error.status, error.code], [401, 'invalid_api_key']);
      return true;
    });
    const asked = client.ask({ question: '' });
    await assert.rejects(asked.next(), { status: 422, message: /^question (?!.*question )/ });
  });

  async function run(code: string): Promise<string> {
    const there = code.replace('http://127.0.0.1:8000', server.url);
    const cwd = new URL('..', import.meta.url);
    return (await promisify(execFile)(process.execPath, ['--input-type=module', '-e', there], { cwd }))
      .stdout;
  }
});

/** The code of the docstring's examples. */
function examples(): string[] {
  const [docstring] = /\/\*\*[\s\S]*?\*\//.exec(readFileSync(SOURCE, 'utf8'))!;
  const code = docstring.replaceAll(/^ \* ?/gm, '');
  return [...code.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, example]) => example!);
}

describe('the client of another server', () => {
  it('does not take the end of a stream for the end of an answer, or of all changes', async (t) => {
    const client = await clientOf(t, (_, response) => {
      response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .end('event: token\ndata: {"delta":"A "}\n\n');
    });
    const seen: unknown[] = [];
    const read = async (events: AsyncIterable<unknown>) => {
      for await (const event of events) seen.push(event);
    };
    await assert.rejects(read(client.ask('Why?')), ApiError);
    await assert.rejects(read(client.changes()), ApiError);
    assert.deepEqual(seen, [
      { type: 'token', delta: 'A ' },
      { event: 'token', data: { delta: 'A ' } },
    ]);
  });

  it('closes the connection when nobody reads on', async (t) => {
    const closed = Promise.withResolvers<void>();
    const client = await clientOf(t, (_, response) => {
      response.on('close', closed.resolve);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('event: token\ndata: {"delta":"A "}\n\n');
    });
    for await (const _ of client.ask('Why?')) break;
    await closed.promise;
  });

  it('ends all calls by its own signal', async () => {
    await using silent = await serveHttp(() => {});
    const leaving = new AbortController();
    const client = createClient({ url: silent.url, signal: leaving.signal });
    const calls = Promise.allSettled([
      ...[client.get('/api/v1/ingest/summary'), client.status('a'), client.request('/health')],
      ...[client.each('/api/v1/ingest/docs').next(), client.changes().next(), client.ask('Why?').next()],
    ]);
    leaving.abort(new Error('left'));
    for (const call of await calls)
      assert.equal(call.status === 'rejected' && (call.reason as Error).message, 'left');
  });

  it('ends a stream by a signal, even after Node has collected its garbage', {
    timeout: 60_000,
  }, async (t) => {
    const client = await clientOf(t, (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('event: counts\ndata: {}\n\n');
    });
    const leaving = new AbortController();
    const changes = client.changes({ signal: leaving.signal });
    await changes.next();
    const ended = assert.rejects(changes.next(), /left/);
    await setImmediate();
    setFlagsFromString('--expose-gc');
    runInNewContext('gc')();
    leaving.abort(new Error('left'));
    await ended;
  });

  it('says that another program answered', async (t) => {
    const client = await clientOf(t, (_, response) => {
      response.writeHead(404, { 'content-type': 'text/html' }).end(`<p>Not here</p>${' '.repeat(9_999)}`);
    });
    const message = /^http:\S+ answered 404, and not as Docent does: <p>Not here<\/p> ?$/;
    await assert.rejects(client.get('/health'), { status: 404, code: undefined, message });
  });
});

async function clientOf(t: TestContext, answer: RequestListener) {
  const server = await serveHttp(answer);
  t.after(() => server[Symbol.asyncDispose]());
  return createClient({ url: server.url });
}
