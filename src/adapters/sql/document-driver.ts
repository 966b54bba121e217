import type { ChunkTerms, IndexableChunk } from '../../ports/chunk.ts';
import type { DocumentRow } from './document-row.ts';
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
  readonly chunks: {
    /** Columns of `chunks` and `document_texts`: UTF-16 units of the document's text. */
    readonly start: string;
    readonly end: string;
    /** Joins the terms of chunk `c`, where they are in a table of their own, and its embedding as `e`. */
    readonly joinTerms: string;
    joinEmbeddings(slot: 0 | 1): string;
    /** As many zeros as `vector` has bytes. */
    readonly zeros: string;
    /** Statements that delete the embeddings of a version. Values: document, version. */
    readonly deleteEmbeddings: readonly string[];
    /** Those that delete its chunks with all of theirs. Values: document, version, last ordinal. */
    readonly deleteChunks: readonly string[];
  };
}

/** One atomic change of documents. */
export interface Change {
  /** Call after a change of the row, the tags or the terms of a document. */
  changed(docId: string): void;
  /** Runs `action` when the change has ended, committed or not. */
  afterwards(action: () => void): void;
}

/** A version of a document, whose row is locked. */
export interface VersionOf {
  readonly docId: string;
  readonly document: number;
  readonly version: number;
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
  /** Writes chunks of a version, with their embeddings to a slot. */
  addChunks(of: VersionOf, chunks: readonly IndexableChunk[], slot: 0 | 1): Work<void>;
  /** Removes some embeddings that nobody reads any more. @returns Whether there were any. */
  clearEmbeddings?(): Work<boolean>;
  /** Gives chunks of a version other terms. */
  setTerms(of: VersionOf, chunks: readonly (ChunkTerms & { readonly ordinal: number })[]): Work<void>;
}

/** A database with documents. */
export interface DocumentDatabase {
  readonly driver: DocumentDriver;
  /** Outside of any change: it sees what is committed. */
  read<T>(work: () => Work<T>): Promise<T>;
  /** As one atomic change. `relaxed`: a crash may lose it. */
  write<T>(work: (change: Change) => Work<T>, durability?: 'relaxed'): Promise<T>;
}

/** That a value is in a JSON array of texts, which `parameter` stands for. */
export function among({ each }: Dialect, parameter: string): string {
  return `IN (SELECT value FROM ${each(parameter)})`;
}
