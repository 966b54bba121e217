export const SOURCE_KINDS = ['web', 'git', 's3', 'folder'] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** What was asked for when a source was added. */
export interface SourceSettings {
  readonly name: string;
  readonly kind: SourceKind;
  /** URL of a sitemap, a feed, a site or a repository; `s3://bucket/prefix`; absolute path of a folder. */
  readonly location: string;
  /** Of a Git repository; null for its default branch. */
  readonly branch: string | null;
  /** Globs on paths below the location; empty for all. */
  readonly include: readonly string[];
  /** Of each document. */
  readonly tags: readonly string[];
  /** Milliseconds from the end of a run to the next one; null to run only on request. */
  readonly intervalMs: number | null;
}

/** How a run ended. */
export interface SourceResult {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly deleted: number;
  /** Documents that could not be read; `error` is of the first one. */
  readonly failed: number;
  /** Why the run ended early, or the first document failed. */
  readonly error: { readonly code: SourceErrorCode; readonly message: string } | null;
  readonly revision: string | null;
  /** What `revision` is of: another selection of files has to be listed again. Null when nothing was read. */
  readonly selection: string | null;
  /** Those that documents have from the source. */
  readonly tags: readonly string[];
}

/** `would_delete_most`: nothing was changed. */
export type SourceErrorCode = 'would_delete_most' | 'not_readable' | 'document_failed' | 'internal_error';

/** Times are milliseconds since the epoch. */
export interface SourceRecord {
  readonly sourceId: string;
  /** Grows with every new source: the order of the list. */
  readonly sequence: number;
  readonly settings: SourceSettings;
  readonly createdAt: number;
  /** When it is to run next; null while it runs, or until it is asked to. */
  readonly dueAt: number | null;
  readonly startedAt: number | null;
  /** Null before the first run has ended, and while it runs. */
  readonly endedAt: number | null;
  /** Of the last run that has ended. */
  readonly result: SourceResult | null;
  /** Deletions that the last run did not make, as they were too many; 0 when there were none. */
  readonly wouldDelete: number;
  /** Deletions that the next run may make, as they were confirmed. */
  readonly mayDelete: number;
  /** It runs only on request, whatever its interval. */
  readonly isPaused: boolean;
  /** It is to be removed, with its documents. */
  readonly isRemoved: boolean;
  /** Documents that came from it. */
  readonly documents: number;
}

/** A document of a source. */
export interface SourceDocument {
  readonly key: string;
  readonly docId: string;
  readonly mark: string;
  /** SHA-256, lower-case hex. */
  readonly contentHash: string;
}

/** Sources, and which documents came from them. Each change is atomic and durable when it resolves. */
export interface SourceStore extends AsyncDisposable {
  /** @returns undefined when there is one of this id, or `sourcesMax` already. */
  add(
    source: Pick<SourceRecord, 'sourceId' | 'settings' | 'createdAt'> & { dueAt: number },
    bounds: { sourcesMax: number },
  ): Promise<SourceRecord | undefined>;
  get(sourceId: string): Promise<SourceRecord | undefined>;
  /** Newest first, behind `before`. */
  list(page: { limit: number; before?: number | undefined }): Promise<readonly SourceRecord[]>;
  count(): Promise<number>;
  /** The source that has been due longest; undefined when none is. */
  due(now: number): Promise<SourceRecord | undefined>;
  /** Makes a source due; with `isConfirmed` the next run may delete what the last one would have. */
  request(
    sourceId: string,
    change: { now: number; isConfirmed: boolean; isRemoved: boolean },
  ): Promise<SourceRecord | undefined>;
  /**
   * Replaces the settings of a source, and makes it due, or no longer due when it is paused.
   *
   * @returns undefined when its settings are not `from` any more, or it is gone or to be removed.
   */
  change(
    sourceId: string,
    change: { from: SourceSettings; to: SourceSettings; isPaused: boolean; now: number },
  ): Promise<SourceRecord | undefined>;
  /** A run begins: the source is no longer due, and what was confirmed is used up. */
  begin(sourceId: string, now: number): Promise<void>;
  /** A run has ended. A source that was requested meanwhile stays due; any other is due at `dueAt`, a paused one not at all. */
  end(
    sourceId: string,
    ended: { now: number; dueAt: number | null; result: SourceResult; wouldDelete: number },
  ): Promise<void>;
  /** Makes due whose run has not ended: its process has. Call it where no run is underway. */
  recover(now: number): Promise<void>;
  /** Removes a source. Its documents stay. */
  remove(sourceId: string): Promise<boolean>;

  /** By key, behind `after`. */
  documents(
    sourceId: string,
    page: { limit: number; after?: string | undefined },
  ): Promise<readonly SourceDocument[]>;
  putDocument(sourceId: string, document: SourceDocument): Promise<void>;
  removeDocument(sourceId: string, key: string): Promise<void>;
  ping(signal: AbortSignal): Promise<void>;
}
