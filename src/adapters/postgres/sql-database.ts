import type { SqlDatabase, Work } from '../sql/work.ts';
import type { Connection, Queries } from './connection.ts';

/** @param lock Any number that no other program locks: of the changes with it one is made at a time. */
export function sqlDatabaseOf(connection: Connection, lock?: number): SqlDatabase {
  return {
    ping: connection.ping,
    [Symbol.asyncDispose]: connection[Symbol.asyncDispose],
    read: (work) => doWork(connection, work()),
    write: (work, durability) =>
      connection.transaction(async (queries) => {
        if (lock !== undefined) await queries.query('SELECT pg_advisory_xact_lock($1)', [lock]);
        return doWork(queries, work());
      }, durability && { durability }),
  };
}

/** Does work by queries, in their transaction if they are of one. */
export async function doWork<T>({ query }: Queries, work: Work<T>): Promise<T> {
  let step = work.next();
  while (!step.done) step = work.next(await query(step.value.sql, step.value.values));
  return step.value;
}
