import { join } from 'node:path';
import { sourceStoreConformance } from '../../source-store-conformance.ts';
import { openSqliteSourceStore } from './source-store.ts';

sourceStoreConformance('SQLite', (folder) => openSqliteSourceStore(join(folder, 'sources.db')));
