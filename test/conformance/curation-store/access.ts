import assert from 'node:assert/strict';
import type { ApiKey, AuditEntry } from '../../../src/ports/access-store.ts';
import { type CheckCuration, holdOne, NOW } from './fixtures.ts';

const KEYS = { keysMax: 3 };

export function accessChapter(check: CheckCuration): void {
  check(
    'stores keys durably as they were added, the newest first, and finds one by its digest alone',
    async (store, reopen) => {
      const plain = apiKey('plain', { createdAt: NOW });
      const full = apiKey('full', {
        ...{ createdAt: NOW + 1, tags: ['hr', 'öffentlich'], scopes: ['ask', 'ingest'] },
        ...{ requestsPerMinute: 5, answersPerDay: 100, expiresAt: NOW + 9 },
      });
      for (const key of [plain, full])
        assert.equal(await store.addKey(key, { ...KEYS, audit: entry('key.created', key.name) }), 'added');
      const reopened = await reopen();
      assert.deepEqual(await reopened.keys(), [full, plain]);
      assert.deepEqual(await reopened.keyWithDigest(full.digest), full);
      assert.equal(await reopened.keyWithDigest('none'), undefined);
    },
  );

  check(
    'has no two keys of a name and no more than there may be, and records only what it did',
    async (store) => {
      const add = (key: ApiKey) => store.addKey(key, { ...KEYS, audit: entry('key.created', key.keyId) });
      assert.equal(await add(apiKey('a')), 'added');
      assert.equal(await add({ ...apiKey('other'), name: 'a' }), 'taken');
      assert.equal(await add(apiKey('b')), 'added');
      assert.equal(await add(apiKey('c')), 'added');
      assert.equal(await add(apiKey('d')), 'full');
      const { entries } = await store.audit({ limit: 9 });
      assert.deepEqual(subjectsOf(entries), ['id-c', 'id-b', 'id-a']);
    },
  );

  check('deletes a key once, with its entry, and knows when a key was last used', async (store) => {
    await store.addKey(apiKey('a'), { ...KEYS, audit: entry('key.created', 'a') });
    await store.keyUsed('id-a', NOW + 5);
    assert.equal((await store.keys())[0]?.lastUsedAt, NOW + 5);
    assert.equal(await store.deleteKey('a', entry('key.revoked', 'a')), true);
    assert.equal(await store.deleteKey('a', entry('key.revoked', 'a')), false);
    await store.keyUsed('id-a', NOW + 6);
    assert.deepEqual(await store.keys(), []);
    const { entries } = await store.audit({ limit: 9 });
    assert.deepEqual(
      entries.map(({ action }) => action),
      ['key.revoked', 'key.created'],
    );
  });

  check(
    'lists the audit log newest first, each entry once while more come in, and forgets old ones',
    async (store, reopen) => {
      for (let i = 0; i < 5; i += 1) await store.addAudit(entry('document.deleted', `d${i}`, NOW + i));
      const first = await store.audit({ limit: 2 });
      assert.deepEqual([subjectsOf(first.entries), first.total], [['d4', 'd3'], 5]);
      const { sequence: _, ...fields } = first.entries[0]!;
      assert.deepEqual(fields, entry('document.deleted', 'd4', NOW + 4));
      await store.addAudit(entry('document.deleted', 'd5', NOW + 5));
      await store.forgetAudit(NOW + 1);
      const reopened = await reopen();
      const rest = await reopened.audit({ limit: 9, before: first.nextBefore! });
      assert.deepEqual([subjectsOf(rest.entries), rest.nextBefore, rest.total], [['d2', 'd1'], undefined, 5]);
    },
  );

  check('records a transition of an entry with it, and none that did not take place', async (store) => {
    const { entryId } = await holdOne(store, 'q');
    const audit = entry('answer.rejected', entryId);
    const transition = { from: 'pending', to: 'rejecting', audit } as const;
    assert.ok(await store.move(entryId, transition));
    assert.equal(await store.move(entryId, transition), undefined);
    assert.deepEqual(subjectsOf((await store.audit({ limit: 9 })).entries), [entryId]);
  });
}

function apiKey(name: string, changes: Partial<ApiKey> = {}): ApiKey {
  return {
    ...{ keyId: `id-${name}`, digest: `digest-${name}`, name, prefix: 'docent_abc', scopes: ['ask'] },
    ...{ tags: null, requestsPerMinute: null, answersPerDay: null },
    ...{ createdAt: NOW, expiresAt: null, lastUsedAt: null },
    ...changes,
  };
}

function entry(action: AuditEntry['action'], subject: string, at = NOW): AuditEntry {
  return { at, actor: 'ada', action, subject, title: `Title of ${subject}`, correlationId: 'c' };
}

function subjectsOf(entries: readonly AuditEntry[]): string[] {
  return entries.map(({ subject }) => subject);
}
