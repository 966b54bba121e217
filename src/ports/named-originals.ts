import type { Manifest, NamedOriginal } from './manifest.ts';

/** Content that a document named, and does not name any more. */
export interface ReleasedOriginal {
  readonly contentHash: string;
  /** Null for content that no document came to name. */
  readonly docId: string | null;
  /** Milliseconds since the epoch. */
  readonly releasedAt: number;
}

/**
 * The part of a document store that knows whose the originals are. A document names the content of its newest version,
 * and of the version that answers. What it releases is recorded with the change that releases it, until it is removed.
 */
export interface NamedOriginals {
  namedOriginals(): Promise<NamedOriginal[]>;
  /** One for each original that the document names. */
  manifests(docId: string): Promise<Manifest[]>;
  /**
   * What was released since the last call: because a document was deleted, replaced or is downloaded again, or because it
   * was refused or deleted before it came to name the content. Each is returned once; the record of it stays.
   */
  takeReleased(): Promise<ReleasedOriginal[]>;
  /** Everything that is recorded as released. */
  releasedOriginals(): Promise<ReleasedOriginal[]>;
  /** Records stored content that no document names as released now, unless it is recorded. */
  recordUnnamed(contentHashes: readonly string[], now: number): Promise<void>;
  /** Ends the record, unless the content was released again since. */
  forgetReleased(released: readonly ReleasedOriginal[]): Promise<void>;
  /**
   * Calls `discard` unless a document names the content, in one step with that check: a document that comes to name it
   * does so before, or else when `discard` has been called.
   */
  ifUnnamed(contentHash: string, discard: () => Promise<void>): Promise<void>;
}
