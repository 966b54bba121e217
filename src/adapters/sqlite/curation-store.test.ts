import { join } from 'node:path';
import { curationStoreConformance } from '../curation-store-conformance.ts';
import { openSqliteCurationStore } from './curation-store.ts';

curationStoreConformance('SQLite', (folder) => openSqliteCurationStore(join(folder, 'curation.db')));
