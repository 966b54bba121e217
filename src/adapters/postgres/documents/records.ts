import type { DocumentRecord } from '../../../ports/document.ts';
import type { Manifest } from '../../../ports/manifest.ts';
import type { StoredOriginal } from '../../../ports/stored-chunks.ts';
import {
  type DocumentRow,
  manifestsOf,
  recordOf,
  storedOriginalOf,
} from '../../document-rows/document-row.ts';
import type { Connection } from '../connection.ts';

export async function getRecords(
  connection: Connection,
  docIds: readonly string[],
): Promise<DocumentRecord[]> {
  if (docIds.length === 0) return [];
  const rows = await connection.query<DocumentRow>('SELECT * FROM documents WHERE doc_id = ANY($1::text[])', [
    docIds,
  ]);
  return rows.map(recordOf);
}

export async function findOriginal(
  connection: Connection,
  docId: string,
): Promise<StoredOriginal | undefined> {
  const row = await findRow(connection, docId);
  return row && storedOriginalOf(row);
}

export async function findManifests(connection: Connection, docId: string): Promise<Manifest[]> {
  const row = await findRow(connection, docId);
  return row ? manifestsOf(row) : [];
}

export async function liveDocumentWithHash(
  connection: Connection,
  contentHash: string,
  exceptDocId: string,
): Promise<string | undefined> {
  const [row] = await connection.query<{ doc_id: string }>(
    `SELECT doc_id FROM documents WHERE live_hash = $1 AND doc_id <> $2 AND kind = 'document' ORDER BY sequence LIMIT 1`,
    [contentHash, exceptDocId],
  );
  return row?.doc_id;
}

async function findRow(connection: Connection, docId: string): Promise<DocumentRow | undefined> {
  const [row] = await connection.query<DocumentRow>('SELECT * FROM documents WHERE doc_id = $1', [docId]);
  return row;
}
