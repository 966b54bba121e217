import { sourceStoreConformance } from '../../../test/conformance/source-store.ts';
import { postgresDatabases } from '../../../test/postgres-databases.ts';
import { NEEDS_POSTGRES } from '../../../test/postgres-server.ts';
import { openPostgresSourceStore } from './stores.ts';

const connect = postgresDatabases('source_store');

sourceStoreConformance(
  'PostgreSQL',
  async (folder) => openPostgresSourceStore(await connect(folder)),
  NEEDS_POSTGRES,
);
