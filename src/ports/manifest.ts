import type { DocumentKind, DocumentSource } from './document.ts';

/** A document and the content of a version of it. */
export interface NamedOriginal {
  readonly docId: string;
  /** SHA-256, lower-case hex. */
  readonly contentHash: string;
}

/** What it takes to ingest an original again as the document that it is of: the catalogue can be rebuilt from these. */
export interface Manifest extends NamedOriginal {
  readonly kind: DocumentKind;
  readonly version: number;
  /** As the client gave it. */
  readonly title: string | null;
  readonly tags: readonly string[];
  readonly source: DocumentSource;
  readonly mediaType: string;
  /** Whether the ingest of this version has failed: an earlier one may be the one that answers. */
  readonly isFailed: boolean;
  /** Of the document; milliseconds since the epoch. */
  readonly createdAt: number;
}

/** Manifests, stored beside the original: one for each document that names the original. */
export interface ManifestStore {
  /**
   * Durable when it resolves; replaces the manifest of the same document and content.
   *
   * @throws {RefusedError} `store_unavailable`, even for lack of room: the document is still stored.
   */
  write(manifest: Manifest, signal?: AbortSignal): Promise<void>;
  /** Durable when it resolves; has no effect when there is no such manifest. */
  remove(of: NamedOriginal, signal?: AbortSignal): Promise<void>;
  /** Undefined when it is absent, damaged or of a later format. */
  read(of: NamedOriginal, signal?: AbortSignal): Promise<Manifest | undefined>;
  /** Every stored original, with the documents that have a manifest of it. May follow later changes. */
  stored(
    signal?: AbortSignal,
  ): AsyncIterable<{ readonly contentHash: string; readonly docIds: readonly string[] }>;
}
