/** Keeps the ingested bytes under their content hash; everything else can be rebuilt from them. */
export interface OriginalStore {
  /**
   * Streams `bytes` into a staging file while hashing and counting; the file is discarded unless it is kept.
   *
   * @throws {RefusedError} `file_too_large` as soon as `limitBytes` is passed; `disk_full` when there is no room.
   */
  receive(
    bytes: AsyncIterable<Uint8Array>,
    options: { limitBytes: number; signal?: AbortSignal },
  ): Promise<StagedOriginal>;
  /** Path of a kept original, for a parser to read. */
  pathOf(contentHash: string): string;
  /** Opens a kept original, which stays readable to its end even if it is removed; undefined without one. */
  open(contentHash: string): Promise<OpenOriginal | undefined>;
  /** Removes an original that no document names any more, unless it is held at this moment. */
  remove(contentHash: string): Promise<void>;
  /** Removes what a crash left of uploads. Only before requests are served. */
  clearStaging(): Promise<void>;
}

/** Disposing of it closes the file. */
export interface OpenOriginal extends AsyncDisposable {
  readonly bytes: number;
  /** The bytes from `start`, from 0, up to `end`, exclusive. */
  read(range: { start: number; end: number }): AsyncIterable<Uint8Array>;
}

/** Disposing of it releases the hold, and discards the bytes when they were not kept. */
export interface StagedOriginal extends AsyncDisposable {
  /** SHA-256, lower-case hex. */
  readonly contentHash: string;
  readonly bytes: number;
  /** The first 4,096 bytes, or fewer: enough for a signature check. */
  readonly head: Uint8Array;
  /** Makes the bytes durable under their hash (fsync of file and folder) and holds them until disposed of. */
  keep(): Promise<void>;
}
