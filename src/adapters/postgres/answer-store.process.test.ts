import { answerStoreConformance } from '../../../test/conformance/answer-store.ts';
import { postgresDatabases } from '../../../test/postgres-databases.ts';
import { NEEDS_POSTGRES } from '../../../test/postgres-server.ts';
import { openPostgresAnswerStore } from './stores.ts';

const connect = postgresDatabases('answer_store');

answerStoreConformance(
  'PostgreSQL',
  async (name, bounds) => openPostgresAnswerStore(await connect(name), bounds),
  NEEDS_POSTGRES,
);
