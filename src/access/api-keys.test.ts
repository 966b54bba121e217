import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { openSqliteCurationStore } from '../adapters/sqlite/stores.ts';
import { RefusedError } from '../errors.ts';
import { SILENT } from '../kernel/silent-logger.ts';
import type { CurationStore } from '../ports/curation-store.ts';
import { createApiKeys, type NewKey } from './api-keys.ts';

const BY = { name: 'API_KEY', correlationId: 'c' };

/** Two processes on one store, with one clock. */
function open() {
  const clock = { now: Date.UTC(2026, 10, 24) };
  const store = openSqliteCurationStore(`${temporaryFolder()}/curation.db`);
  const digests: string[] = [];
  const counting: CurationStore = {
    ...store,
    keyWithDigest(digest) {
      digests.push(digest);
      return store.keyWithDigest(digest);
    },
  };
  const process = () =>
    createApiKeys({ store: counting, newId: randomUUID, randomBytes, logger: SILENT, now: () => clock.now });
  return { clock, store, digests, one: process(), other: process() };
}

function named(name: string, changes: Partial<NewKey> = {}): NewKey {
  const unlimited = { tags: null, requestsPerMinute: null, answersPerDay: null, expiresAt: null };
  return { name, scopes: ['ask'], ...unlimited, ...changes };
}

test('a key that one process made works in others at once, and revoked it works nowhere after five seconds', async () => {
  const { clock, store, one, other } = open();
  await using _ = store;
  const { secret, key } = await one.create(named('a'), BY);
  assert.deepEqual((await other.find(secret))?.keyId, key.keyId);
  await one.revoke('a', BY);
  assert.equal(await one.find(secret), undefined);
  clock.now += 5_000;
  assert.equal(await other.find(secret), undefined);
});

test('a key is looked up once in five seconds, and what is no key of Docent never', async () => {
  const { clock, store, digests, one } = open();
  await using _ = store;
  const { secret } = await one.create(named('a'), BY);
  for (let i = 0; i < 9; i += 1) await one.find(secret);
  assert.equal(digests.length, 1);
  clock.now += 5_000;
  await one.find(secret);
  assert.equal(digests.length, 2);
  for (const other of ['', 'sk-1', secret.slice(1), secret.toUpperCase()]) await one.find(other);
  assert.equal(digests.length, 2);
  assert.ok(!JSON.stringify(digests).includes(secret));
});

test('a key expires to the millisecond, even while it is cached', async () => {
  const { clock, store, one } = open();
  await using _ = store;
  const { secret } = await one.create(named('a', { expiresAt: clock.now + 1_000 }), BY);
  clock.now += 999;
  assert.ok(await one.find(secret));
  clock.now += 1;
  assert.equal(await one.find(secret), undefined);
});

test('keys and their tags differ, tags sorted and each once', async () => {
  const { store, one } = open();
  await using _ = store;
  const first = await one.create(named('a', { tags: ['it', 'hr', 'it'] }), BY);
  const second = await one.create(named('b'), BY);
  assert.deepEqual(first.key.tags, ['hr', 'it']);
  assert.notEqual(first.secret, second.secret);
  await assert.rejects(
    one.create(named('a'), BY),
    (error) => error instanceof RefusedError && error.refusal.code === 'key_name_taken',
  );
});
