import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answerTo, openHttpStand } from '../../test/http-stand.ts';
import { createMemoryKeyValueStore } from '../adapters/key-value/memory.ts';
import { RefusedError } from '../errors.ts';
import { Problem } from './schemas/problem.ts';

type Stand = Awaited<ReturnType<typeof openHttpStand>>;
type Answered = NonNullable<Parameters<typeof openHttpStand>[0]>['answered'];

const now = () => 1_700_000_000_000;
const document = { url: 'http://example.org/a.txt', doc_id: 'a', title: 'A' };

function ingest(stand: Stand, key: string, body: object = document, headers: Record<string, string> = {}) {
  return stand.postJson('/api/v1/ingest', body, { 'idempotency-key': key, ...headers });
}

function upload(stand: Stand, key: string, text: string, fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([text], { type: 'text/plain' }), 'notes.txt');
  return stand.get('/api/v1/ingest/upload', {
    method: 'POST',
    body: form,
    headers: { 'idempotency-key': key },
  });
}

async function codeOf(response: Response): Promise<string> {
  return Problem.parse(await response.json()).code;
}

describe('a request that is sent again under its idempotency key', () => {
  it('has no second effect and gets the same reply, at either path and however it is spelt', async () => {
    await using stand = await openHttpStand();
    const first = await ingest(stand, 'k-1');
    const again = [
      await ingest(stand, 'k-1'),
      await ingest(stand, 'k-1', { title: 'A', file_name: 'a', s3_url: document.url }),
      await stand.postJson('/api/ingest', document, { 'idempotency-key': 'k-1' }),
    ];
    const body = await first.json();
    assert.equal(first.headers.get('idempotent-replayed'), null);
    for (const response of again) {
      assert.equal(response.status, 202);
      assert.deepEqual(await response.json(), body);
      assert.equal(response.headers.get('location'), first.headers.get('location'));
      assert.equal(response.headers.get('idempotent-replayed'), 'true');
      assert.notEqual(response.headers.get('x-correlation-id'), first.headers.get('x-correlation-id'));
    }
    assert.equal(stand.accepted.length, 1);
  });

  it("is compared by the form's fields, not by its bytes", async () => {
    await using stand = await openHttpStand();
    const first = await upload(stand, 'k-1', 'Open from nine to five.', { tags: 'a' });
    const again = await upload(stand, 'k-1', 'Open from nine to five.', { tags: 'a' });
    assert.deepEqual([first.status, again.status], [202, 202]);
    assert.deepEqual(await again.json(), await first.json());
    assert.equal(stand.accepted.length, 1);
    for (const other of [
      await upload(stand, 'k-1', 'Open from ten to five.', { tags: 'a' }),
      await upload(stand, 'k-1', 'Open from nine to five.', { tags: 'b' }),
    ]) {
      assert.equal(other.status, 422);
      assert.equal(await codeOf(other), 'idempotency_key_reused');
    }
    assert.equal(stand.accepted.length, 1);
  });

  it('is processed again after a day', async () => {
    const clock = { now: now() };
    await using answered = createMemoryKeyValueStore({ now: () => clock.now });
    await using stand = await openHttpStand({ answered });
    await ingest(stand, 'k-1');
    clock.now += 86_400_000 - 1;
    assert.equal((await ingest(stand, 'k-1')).headers.get('idempotent-replayed'), 'true');
    clock.now += 1;
    assert.equal((await ingest(stand, 'k-1')).headers.get('idempotent-replayed'), null);
    assert.equal(stand.accepted.length, 2);
  });
});

describe('an idempotency key', () => {
  it('is free again when its request was refused', async () => {
    await using stand = await openHttpStand();
    assert.equal((await ingest(stand, 'k-1', { url: 'file:///etc/passwd' })).status, 422);
    assert.equal((await ingest(stand, 'k-1')).status, 202);
  });

  it('means nothing for another caller', async () => {
    await using stand = await openHttpStand({
      settings: { trustedProxies: ['127.0.0.0/8'], apiKey: 'key' },
    });
    const from = (address: string, key?: string) =>
      ingest(stand, 'k-1', document, { 'x-forwarded-for': address, ...(key && { 'x-api-key': key }) });
    await from('198.51.100.1');
    assert.equal((await from('198.51.100.2')).headers.get('idempotent-replayed'), null);
    assert.equal((await from('198.51.100.1', 'key')).headers.get('idempotent-replayed'), null);
    // The holder of the key is the same caller from anywhere.
    assert.equal((await from('198.51.100.3', 'key')).headers.get('idempotent-replayed'), 'true');
    assert.equal((await from('198.51.100.1', 'wrong')).headers.get('idempotent-replayed'), 'true');
    assert.equal(stand.accepted.length, 3);
  });

  for (const key of ['', 'a b', 'x'.repeat(129), 'schlüssel']) {
    it(`cannot be ${JSON.stringify(key.slice(0, 10))}`, async () => {
      await using stand = await openHttpStand();
      const response = await ingest(stand, key);
      assert.equal(response.status, 400);
      assert.equal(await codeOf(response), 'invalid_idempotency_key');
      assert.deepEqual(stand.accepted, []);
    });
  }

  it('is ignored where nothing is created', async () => {
    await using stand = await openHttpStand({
      answerQuestion: async function* (question, { correlationId }) {
        yield { type: 'done', answer: answerTo(question, correlationId) };
      },
    });
    const headers = { 'idempotency-key': 'a b' };
    assert.equal((await stand.postJson('/api/v1/chat', { question: 'Why?' }, headers)).status, 200);
  });
});

describe('two requests at the same time under one idempotency key', () => {
  it('have one effect: the second has to retry', async () => {
    await using answered = createMemoryKeyValueStore({ now });
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { promise: answering, resolve: answer } = Promise.withResolvers<void>();
    await using stand = await openHttpStand({
      answered: {
        ...methodsOf(answered),
        async set(key, value, options) {
          answer();
          await held;
          await answered.set(key, value, options);
        },
      },
    });
    const first = ingest(stand, 'k-1');
    await answering;
    const second = await ingest(stand, 'k-1');
    assert.equal(second.status, 409);
    assert.equal(second.headers.get('retry-after'), '1');
    assert.equal(await codeOf(second), 'request_in_progress');
    release();
    assert.equal((await first).status, 202);
    assert.equal((await ingest(stand, 'k-1')).headers.get('idempotent-replayed'), 'true');
    assert.equal(stand.accepted.length, 1);
  });

  it('have one effect, however many race', async () => {
    await using stand = await openHttpStand();
    const responses = await Promise.all(Array.from({ length: 30 }, () => ingest(stand, 'k-1')));
    assert.ok(responses.every(({ status }) => status === 202 || status === 409));
    assert.equal(stand.accepted.length, 1);
  });
});

describe('the store of idempotency keys', () => {
  const fails = async () => {
    throw new RefusedError({ code: 'store_unavailable', dependency: 'kv_store', retryAfterSeconds: 5 });
  };

  it('that fails before the effect prevents it', async () => {
    await using answered = createMemoryKeyValueStore({ now });
    await using stand = await openHttpStand({ answered: { ...methodsOf(answered), set: fails } });
    assert.equal((await ingest(stand, 'k-1')).status, 503);
    assert.deepEqual(stand.accepted, []);
    assert.equal(
      (await stand.postJson('/api/v1/ingest', document)).status,
      202,
      'without a key it is not used',
    );
  });

  it('that fails after the effect does not hide it', async () => {
    await using answered = createMemoryKeyValueStore({ now });
    let writes = 0;
    await using stand = await openHttpStand({
      answered: {
        ...methodsOf(answered),
        set: (key, value, options) => (++writes === 2 ? fails() : answered.set(key, value, options)),
      },
    });
    assert.equal((await ingest(stand, 'k-1')).status, 202);
    assert.equal(stand.log.filter(({ level }) => level === 'error').length, 1);
  });

  it('holds neither key nor address', async () => {
    await using answered = createMemoryKeyValueStore({ now });
    await using stand = await openHttpStand({ answered });
    await ingest(stand, 'a-secret-of-the-client');
    const { entries } = await answered.list('', { limit: 9 });
    assert.equal(entries.length, 1);
    assert.doesNotMatch(JSON.stringify(entries), /a-secret|127\.0\.0\.1/);
  });
});

function methodsOf(store: NonNullable<Answered>): NonNullable<Answered> {
  return {
    get: (key) => store.get(key),
    set: (key, value, options) => store.set(key, value, options),
    delete: (key) => store.delete(key),
  };
}
