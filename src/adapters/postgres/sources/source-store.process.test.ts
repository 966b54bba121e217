import { after, before } from 'node:test';
import { commonPostgres, NEEDS_POSTGRES, type Postgres } from '../../../../test/postgres-server.ts';
import { SILENT } from '../../../../test/silent-logger.ts';
import { sourceStoreConformance } from '../../source-store-conformance.ts';
import { openPostgres } from '../connection.ts';
import { openPostgresSourceStore } from './source-store.ts';

let server: Postgres;
const databases = new Map<string, string>();

before(async () => {
  if (!NEEDS_POSTGRES.skip) server = await commonPostgres();
});
after(() => server?.[Symbol.asyncDispose]());

sourceStoreConformance(
  'PostgreSQL',
  async (folder) => {
    const url = databases.get(folder) ?? (await server.database());
    databases.set(folder, url);
    return openPostgresSourceStore(
      openPostgres(url, { dependency: 'source_store', logger: SILENT, connectionsMax: 4 }),
    );
  },
  NEEDS_POSTGRES,
);
