import type { DocumentKind, DocumentSource } from './document.ts';

/** A version of a document that is to be ingested. */
export interface Intake {
  readonly docId: string;
  /**
   * What to do when `docId` is taken: `replace` the document by a new version, throw `refuse`, or, for an id derived
   * from a name, rename (`-2`, `-3` …): with `rename` unless the document has the same content hash or URL, with
   * `always_rename` even then.
   */
  readonly whenTaken: 'replace' | 'rename' | 'always_rename' | { readonly refuse: Error };
  readonly kind: DocumentKind;
  /**
   * As the client gave it; null for the title given to the version before, or else the document's own title or the
   * file's name.
   */
  readonly title: string | null;
  /** Absent for those of the version before. */
  readonly tags?: readonly string[] | undefined;
  /** Who adds it sees only documents with one of its tags: a duplicate without all of them does not stand for it. */
  readonly isTagBound?: boolean | undefined;
  readonly source: DocumentSource;
  /** Known for uploads; null for a URL that is still to be downloaded. */
  readonly original: Original | null;
  /** Documents that an approved answer repeats; `refuse` is thrown unless all exist. */
  readonly restsOn?: { readonly docIds: readonly string[]; readonly refuse: Error };
  readonly correlationId: string;
  readonly now: number;
  /** Of a document that is new to this catalogue alone; otherwise it begins with version 1 and now. */
  readonly restored?: { readonly version: number; readonly createdAt: number };
}

/** An approved answer and the documents that it rests on. */
export interface AnswerLink {
  readonly docId: string;
  readonly restsOn: readonly string[];
}

export interface Original {
  readonly contentHash: string;
  readonly bytes: number;
  readonly mediaType: string;
}
