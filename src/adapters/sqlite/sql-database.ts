import type { SQLInputValue } from 'node:sqlite';
import type { SqlDatabase, Work } from '../sql/work.ts';
import { type Connection, openConnection } from './connection.ts';

export function openSqlDatabase(...of: Parameters<typeof openConnection>): SqlDatabase {
  const connection = openConnection(...of);
  return {
    ping: connection.ping,
    [Symbol.asyncDispose]: connection[Symbol.asyncDispose],
    read: (work) => connection.read(() => doWork(connection, work())),
    write: (work, durability) => connection.write(() => doWork(connection, work()), durability),
  };
}

/** Does work at once. */
export function doWork<T>({ all }: Pick<Connection, 'all'>, work: Work<T>): T {
  let step = work.next();
  while (!step.done) step = work.next(all(step.value.sql, ...(step.value.values as SQLInputValue[])));
  return step.value;
}

/** Work that needs no statement of others, as SQLite does it at once. */
// biome-ignore lint/correctness/useYield: It has nothing to wait for.
export function* immediately<T>(step: () => T): Work<T> {
  return step();
}
