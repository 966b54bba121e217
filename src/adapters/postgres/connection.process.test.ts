import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { NEEDS_POSTGRES, type PostgresServer, startPostgres } from '../../../test/postgres-server.ts';
import { RefusedError } from '../../errors.ts';
import { SILENT } from '../../kernel/silent-logger.ts';
import { openPostgres } from './connection.ts';
import { openPostgresLeadership } from './leadership.ts';
import { migrate } from './migrations.ts';

const isUnavailable = (error: unknown) =>
  error instanceof RefusedError && error.refusal.code === 'store_unavailable';

describe('PostgreSQL', NEEDS_POSTGRES, () => {
  let server: PostgresServer;
  const open = async (url?: string) =>
    openPostgres(url ?? (await server.database()), {
      ...{ dependency: 'kv_store', logger: SILENT },
    });

  before(async () => {
    server = await startPostgres();
  });
  after(() => server[Symbol.asyncDispose]());

  test('runs statements with values of all kinds', async () => {
    await using connection = await open();
    const values = [1, 2 ** 40, 'a\u{1f60a}', true, null, Buffer.from([0, 255]), ['x', 'y"']];
    const [row] = await connection.query(
      'SELECT $1::int AS a, $2::bigint AS b, $3::text AS c, $4::boolean AS d, $5::text AS e, $6::bytea AS f, $7::text[] AS g',
      values,
    );
    assert.deepEqual(Object.values(row!), values);
  });

  test('keeps all of a transaction or nothing, and repeats one that another stopped', async () => {
    await using connection = await open();
    await connection.query('CREATE TABLE counts (name text PRIMARY KEY, count int NOT NULL)');
    await connection.query("INSERT INTO counts VALUES ('a', 0), ('b', 0)");
    await assert.rejects(
      connection.transaction(async ({ query }) => {
        await query('UPDATE counts SET count = 9');
        throw new Error('changed my mind');
      }),
      /changed my mind/,
    );
    const add = (...names: string[]) =>
      connection.transaction(async ({ query }) => {
        for (const name of names) {
          await query('UPDATE counts SET count = count + 1 WHERE name = $1', [name]);
          await sleep(20);
        }
      });
    await Promise.all([add('a', 'b'), add('b', 'a'), add('a', 'b'), add('b', 'a')]);
    assert.deepEqual(await connection.query('SELECT count FROM counts'), [{ count: 4 }, { count: 4 }]);
  });

  test('brings tables up to date once, and refuses those of a later Docent', async () => {
    const url = await server.database();
    await using connection = await open(url);
    await using other = await open(url);
    const first = ['CREATE TABLE one (a int);\nINSERT INTO one VALUES (1);\n'];
    await Promise.all([migrate(connection, 'tests', first), migrate(other, 'tests', first)]);
    await migrate(other, 'tests', [...first, 'ALTER TABLE one ADD COLUMN b int']);
    assert.deepEqual(await connection.query('SELECT * FROM one'), [{ a: 1, b: null }]);
    await assert.rejects(migrate(connection, 'tests', first), /later Docent/);
    // What was released as the second version is not made again.
    await migrate(connection, 'tests', first, { firstVersion: 2 });
  });

  test('tells what is notified, and when something may have been missed', async () => {
    await using connection = await open();
    const stopping = new AbortController();
    const told: (string | undefined)[] = [];
    const listening = (async () => {
      for await (const payload of connection.listen('news', stopping.signal)) told.push(payload);
    })();
    const until = async (length: number) => {
      for (let i = 0; told.length < length && i < 600; i++) {
        await connection.query("SELECT pg_notify('news', 'again')").catch(() => {});
        await sleep(50);
      }
    };
    await until(1);
    assert.equal(told[0], 'again');
    await connection.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query ILIKE 'listen%' AND pid <> pg_backend_pid()",
    );
    for (let i = 0; !told.includes(undefined) && i < 600; i++) await sleep(50);
    assert.ok(told.includes(undefined));
    stopping.abort(new Error('enough'));
    await assert.rejects(listening, /enough/);
  });

  test('is led by one process at a time, and by another when that one goes', async () => {
    const url = await server.database();
    const connections = [await open(url), await open(url)];
    const leading = new Set<number>();
    const leaders = connections.map((connection, i) => {
      const leadership = openPostgresLeadership(connection, { logger: SILENT, lookEveryMs: 20 });
      void leadership.whileLeading('test', async () => {
        assert.equal(leading.size, 0);
        leading.add(i);
        return { [Symbol.dispose]: () => void leading.delete(i) };
      });
      return leadership;
    });
    const led = async () => {
      for (let i = 0; leading.size === 0 && i < 600; i++) await sleep(20);
      return [...leading][0]!;
    };
    const first = await led();
    await sleep(200);
    assert.deepEqual([...leading], [first]);
    await leaders[first]![Symbol.asyncDispose]();
    assert.equal(await led(), 1 - first);
    await leaders[1 - first]![Symbol.asyncDispose]();
    for (const connection of connections) await connection[Symbol.asyncDispose]();
  });

  test('is unavailable without a server, and while it does not answer, and works again after', async () => {
    await using connection = await open();
    const one = () => connection.query<{ one: number }>('SELECT 1 AS one');
    await one();
    await assert.rejects(
      connection.query('SELECT pg_sleep(9)', [], { signal: AbortSignal.timeout(50) }),
      /timeout/,
    );
    await server.kill();
    await assert.rejects(one(), isUnavailable);
    await server.restart();
    for (let left = 100; ; left--) {
      const rows = await one().catch((error) => (left > 0 ? [] : Promise.reject(error)));
      if (rows.length > 0) break;
      await sleep(100);
    }
    const elsewhere = openPostgres('postgres://nobody@127.0.0.1:9/none', {
      dependency: 'kv_store',
      logger: SILENT,
    });
    await assert.rejects(elsewhere.query('SELECT 1'), isUnavailable);
    await elsewhere[Symbol.asyncDispose]();
  });
});
