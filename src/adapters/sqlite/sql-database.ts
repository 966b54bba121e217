import type { SqlDatabase, Work } from '../sql/work.ts';
import type { Connection } from './connection.ts';

export function sqlDatabaseOf({ read, write, all }: Connection): SqlDatabase {
  function done<T>(work: Work<T>): T {
    let step = work.next();
    while (!step.done) step = work.next(all(step.value.sql, ...step.value.values));
    return step.value;
  }
  return {
    read: (work) => read(() => done(work())),
    write: (work, durability) => write(() => done(work()), durability),
  };
}
