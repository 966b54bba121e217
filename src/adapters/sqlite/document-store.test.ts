import { join } from 'node:path';
import { documentStoreConformance } from '../document-store-conformance.ts';
import { openSqliteDocumentStore } from './document-store.ts';

documentStoreConformance('SQLite', (folder) => openSqliteDocumentStore(join(folder, 'documents.db')));
