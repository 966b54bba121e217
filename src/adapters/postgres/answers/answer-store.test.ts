import { after, before } from 'node:test';
import { NEEDS_POSTGRES, type PostgresServer, startPostgres } from '../../../../test/postgres-server.ts';
import { SILENT } from '../../../../test/silent-logger.ts';
import { answerStoreConformance } from '../../answer-store-conformance.ts';
import { openPostgres } from '../connection.ts';
import { openPostgresAnswerStore } from './answer-store.ts';

let server: PostgresServer;
const databases = new Map<string, string>();

before(async () => {
  if (!NEEDS_POSTGRES.skip) server = await startPostgres();
});
after(() => server?.[Symbol.asyncDispose]());

answerStoreConformance(
  'PostgreSQL',
  async (folder, bounds) => {
    const url = databases.get(folder) ?? (await server.database());
    databases.set(folder, url);
    const connection = openPostgres(url, { dependency: 'answer_store', logger: SILENT, connectionsMax: 4 });
    return openPostgresAnswerStore(connection, bounds);
  },
  NEEDS_POSTGRES,
);
