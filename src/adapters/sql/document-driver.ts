import type { DocumentRow } from './document-row.ts';
import type { Among } from './visibility.ts';
import type { Work } from './work.ts';

/** How a database says what both understand. */
export interface Dialect {
  /** Function that gives the place of a text in another one. */
  readonly place: 'instr' | 'strpos';
  /** The beginning of `d.folded`: enough to sort by, and cursors stay short. */
  readonly titleKey: string;
  /** Rows with a column `value` for each element of a JSON array, of texts unless given, that `parameter` stands for. */
  each(parameter: string, of?: 'objects'): string;
  /** The end of a SELECT whose rows others must leave as they are until the change ends: `FOR SHARE`. */
  lock(clause: string): string;
}

/** One atomic change of documents. */
export interface Change {
  /** Call after a change of the row, the tags or the terms of a document. */
  changed(docId: string): void;
  /** Runs `action` when the change has ended, committed or not. */
  afterwards(action: () => void): void;
}

/** What databases do differently within the changes of documents. */
export interface DocumentDriver {
  readonly dialect: Dialect;
  /** Before a document comes to name the content: nobody discards it until the change ends. */
  claimContent(contentHash: string): Work<void>;
  /** A new row may have to continue the versions of a deleted document. @returns The row as it is then. */
  inserted(row: DocumentRow): Work<DocumentRow>;
  deleted(of: { docId: string; version: number; now: number }): Work<void>;
  /** Runs a change of the document's published version. */
  following<T>(docId: string, change: Work<T>): Work<T>;
  /** Removes the chunks and texts of every version of a document but `keep`; of a large one after the change. */
  dropVersions(change: Change, document: number, keep: number | null): Work<void>;
  /** The model of the embeddings in use, which stays so until the change ends. Asked before a document is locked. */
  modelInUse(): Work<string | undefined>;
  dropEmbeddings(document: number, version: number): Work<void>;
  /** How a version's chunks differ in text from the previous version's. */
  differenceOf(
    document: number,
    versions: { from: number | null; to: number },
  ): Work<{ chunks: number; added: number; removed: number }>;
}

export function amongOf({ each }: Dialect): Among {
  return (parameter) => `IN (SELECT value FROM ${each(parameter)})`;
}
