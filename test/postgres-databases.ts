import { after, before } from 'node:test';
import { type Connection, openPostgres } from '../src/adapters/postgres/connection.ts';
import { SILENT } from '../src/kernel/silent-logger.ts';
import { commonPostgres, NEEDS_POSTGRES, type Postgres } from './postgres-server.ts';

/**
 * Databases of PostgreSQL for the tests of a file, each empty when it is first named.
 *
 * @returns Connects to the database of a name.
 */
export function postgresDatabases(dependency: string): (name: string) => Promise<Connection> {
  let server: Postgres;
  const databases = new Map<string, string>();
  before(async () => {
    if (!NEEDS_POSTGRES.skip) server = await commonPostgres();
  });
  after(() => server?.[Symbol.asyncDispose]());
  return async (name) => {
    const url = databases.get(name) ?? (await server.database());
    databases.set(name, url);
    return openPostgres(url, { dependency, logger: SILENT, connectionsMax: 6 });
  };
}
