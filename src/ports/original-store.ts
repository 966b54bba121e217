/**
 * Stores the ingested bytes under their content hash; everything else can be rebuilt from them.
 *
 * ```ts
 * import { mkdtemp } from 'node:fs/promises';
 * import { tmpdir } from 'node:os';
 * import { openOriginalFiles } from '../adapters/files/original-files.ts';
 *
 * const store = await openOriginalFiles(await mkdtemp(`${tmpdir()}/originals-`));
 * async function* upload() {
 *   yield Buffer.from('The museum opens at nine.');
 * }
 * await using staged = await store.receive(upload(), { limitBytes: 1_000 });
 * await staged.keep();
 * await using stored = await store.open(staged.contentHash);
 * for await (const bytes of stored.read({ start: 4, end: 10 })) console.log(Buffer.from(bytes).toString()); // museum
 * ```
 */
export interface OriginalStore {
  /**
   * Streams `bytes` into a staging file while hashing and counting; the file is discarded unless it is kept.
   *
   * @throws {RefusedError} `file_too_large` as soon as `limitBytes` is passed; `disk_full` when there is no room.
   */
  receive(
    bytes: AsyncIterable<Uint8Array>,
    options: { limitBytes: number; signal?: AbortSignal | undefined },
  ): Promise<StagedOriginal>;
  /**
   * A stored original as a file of this machine, for a parser to read.
   *
   * @throws {RefusedError} `store_unavailable`, `disk_full`
   * @throws {Error} When it is not there, or its bytes are not those that were stored.
   */
  localCopy(contentHash: string, signal?: AbortSignal): Promise<LocalCopy>;
  /** Opens a stored original; undefined without one. A read that has begun ends even if the original is removed. */
  open(contentHash: string, signal?: AbortSignal): Promise<OpenOriginal | undefined>;
  /**
   * Removes an original that no document names any more.
   *
   * @returns Whether it is gone. Otherwise it may be about to be named again, as it is held or was stored too recently:
   * a later sweep is to try again.
   */
  remove(contentHash: string, signal?: AbortSignal): Promise<boolean>;
  /** Removes what crashes left of uploads. Only before requests are served. */
  clearStaging(): Promise<void>;
}

/** Disposing of it ends its use: the file may be gone then. */
export interface LocalCopy extends AsyncDisposable {
  readonly path: string;
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
  /** Makes the bytes durable under their hash. They are not removed before this is disposed of. */
  keep(signal?: AbortSignal): Promise<void>;
}
