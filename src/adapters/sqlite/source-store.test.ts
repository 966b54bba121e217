import { join } from 'node:path';
import { sourceStoreConformance } from '../../../test/conformance/source-store.ts';
import { openSqliteSourceStore } from './stores.ts';

sourceStoreConformance('SQLite', (folder) => openSqliteSourceStore(join(folder, 'sources.db')));
