import { postgresDatabases } from '../../../../test/postgres-databases.ts';
import { NEEDS_POSTGRES } from '../../../../test/postgres-server.ts';
import { sourceStoreConformance } from '../../source-store-conformance.ts';
import { openPostgresSourceStore } from './source-store.ts';

const connect = postgresDatabases('source_store');

sourceStoreConformance(
  'PostgreSQL',
  async (folder) => openPostgresSourceStore(await connect(folder)),
  NEEDS_POSTGRES,
);
