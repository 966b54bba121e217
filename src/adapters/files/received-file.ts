import { createHash } from 'node:crypto';
import { closeSync, openSync, write, writeSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { abortable } from '../../concurrency/abortable.ts';
import { RefusedError } from '../../errors.ts';
import type { StagedOriginal } from '../../ports/original-store.ts';
import { diskFull, unavailable } from '../store-refusals.ts';

const HEAD_BYTES = 4_096;

/**
 * Bytes of a file written in the calling thread: writing to the page cache is faster than handing them to another one.
 */
const WRITTEN_AT_ONCE_MAX = 262_144;

const writeAside = promisify(write);

/** A file that is open, written and not synced; whoever has it closes or discards it. */
export interface ReceivedFile {
  /** Its descriptor. */
  readonly file: number;
  readonly path: string;
  readonly content: {
    /** SHA-256, lower-case hex. */
    readonly contentHash: string;
    readonly bytes: number;
    /** The first 4,096 bytes, or fewer. */
    readonly head: Uint8Array;
  };
}

/**
 * Writes `bytes` into a new file (0600) at `path` while hashing and counting. Nothing is left of it after an error.
 *
 * @throws {RefusedError} `file_too_large` as soon as `limitBytes` is passed; `disk_full`, `store_unavailable`.
 */
export async function receiveFile(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  { limitBytes, signal }: { limitBytes: number; signal: AbortSignal | undefined },
): Promise<ReceivedFile> {
  signal?.throwIfAborted();
  const file = await translating(async () => openSync(path, 'wx', 0o600));
  try {
    const hash = createHash('sha256');
    const head: Uint8Array[] = [];
    let total = 0;
    for await (const piece of abortable(bytes, signal)) {
      if (total < HEAD_BYTES) head.push(piece.slice(0, HEAD_BYTES - total));
      total += piece.byteLength;
      if (total > limitBytes) throw new RefusedError({ code: 'file_too_large', limitBytes });
      hash.update(piece);
      await translating(() => append(file, piece, { aside: total > WRITTEN_AT_ONCE_MAX }));
    }
    const beginning = new Uint8Array(Buffer.concat(head));
    return { file, path, content: { contentHash: hash.digest('hex'), bytes: total, head: beginning } };
  } catch (error) {
    await discard({ file, path });
    throw error;
  }
}

/** @param options.aside In another thread. */
async function append(file: number, piece: Uint8Array, { aside }: { aside: boolean }): Promise<void> {
  let written = 0;
  while (written < piece.length) {
    written += aside
      ? (await writeAside(file, piece, written)).bytesWritten
      : writeSync(file, piece, written);
  }
}

/** Never throws: it must not hide why a file is discarded, and the next start removes leftovers. */
export async function discard({ file, path }: Pick<ReceivedFile, 'file' | 'path'>): Promise<void> {
  close(file);
  await rm(path, { force: true }).catch(() => undefined);
}

/** Never throws: the file was synced, or is no longer wanted. */
export function close(file: number): void {
  try {
    closeSync(file);
  } catch {}
}

/** Turns what a file system throws into refusals. */
export async function translating<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw refusalOf(error);
  }
}

export function refusalOf(error: unknown): unknown {
  const code = codeOf(error);
  if (code === undefined) return error;
  return code === 'ENOSPC' || code === 'EDQUOT' ? diskFull(error) : unavailable('original_files', error);
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** @throws {RangeError} When this is no SHA-256 in lower-case hex: nothing else names an original. */
export function checkContentHash(text: string): void {
  if (!/^[0-9a-f]{64}$/.test(text))
    throw new RangeError(`Cannot name an original as its hash must be 64 hex digits: ${text}`);
}

/** An original that has been lost. */
export function notStored(contentHash: string): Error {
  return new Error(`The original ${contentHash} is not stored, although a document names it`);
}

/**
 * A received file as a staged original.
 *
 * @param of.keep Makes it durable.
 * @param of.end Called once, when it is disposed of.
 */
export function stagedOriginal(
  { content }: ReceivedFile,
  of: { keep(signal?: AbortSignal): Promise<void>; end(isKept: boolean): Promise<void> },
): StagedOriginal {
  let state: 'staged' | 'kept' | 'disposed' = 'staged';
  return {
    ...content,
    async keep(signal) {
      if (state !== 'staged') return;
      await of.keep(signal);
      state = 'kept';
    },
    async [Symbol.asyncDispose]() {
      if (state === 'disposed') return;
      const isKept = state === 'kept';
      state = 'disposed';
      await of.end(isKept);
    },
  };
}
