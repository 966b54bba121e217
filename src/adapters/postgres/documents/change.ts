import type { DocumentRow } from '../../sql/document-row.ts';
import type { Queries } from '../connection.ts';

/** A transaction that changes records. */
export interface Change extends Queries {
  /** Notifies other processes at the commit that the record of this document has changed. */
  changed(docId: string): void;
  /** Runs `action` when the transaction has ended, committed or not. */
  afterwards(action: () => void): void;
}

/**
 * Locks the row of a document, and with it all that belongs to the document, until the transaction ends. Who needs
 * several locks them from answers' sources to answers, else in the order of sequence numbers.
 *
 * @param strength `no key update`: the document stays; `update`: it is deleted, for which who refers to it must be done.
 */
export async function lockDocument(
  change: Queries,
  docId: string,
  strength: 'no key update' | 'update' = 'no key update',
): Promise<DocumentRow | undefined> {
  const [row] = await change.query<DocumentRow>(`SELECT * FROM documents WHERE doc_id = $1 FOR ${strength}`, [
    docId,
  ]);
  return row;
}
