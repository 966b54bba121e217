import { after, before } from 'node:test';
import { commonPostgres, NEEDS_POSTGRES, type Postgres } from '../../../../test/postgres-server.ts';
import { SILENT } from '../../../../test/silent-logger.ts';
import { answerStoreConformance } from '../../answer-store-conformance.ts';
import { openPostgres } from '../connection.ts';
import { openPostgresAnswerStore } from './answer-store.ts';

let server: Postgres;

before(async () => {
  if (!NEEDS_POSTGRES.skip) server = await commonPostgres();
});
after(() => server?.[Symbol.asyncDispose]());

answerStoreConformance(
  'PostgreSQL',
  async (bounds) => {
    const url = await server.database();
    const options = { dependency: 'answer_store', logger: SILENT, connectionsMax: 4 };
    return () => openPostgresAnswerStore(openPostgres(url, options), bounds);
  },
  NEEDS_POSTGRES,
);
