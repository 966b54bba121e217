import { closeSync, existsSync, fstatSync, ftruncateSync, openSync, renameSync, writeSync } from 'node:fs';

/** Of the maximum size: a rotation that failed is tried again when the file has grown by this much. */
const RETRY_SHARE = 0.1;

/**
 * A file of lines that is rotated when full: `app.log` → `app.log.1` → … → `app.log.5`.
 *
 * @param options.bytesMax The file is rotated before a line would exceed it.
 * @param options.backups Maximum of rotated files; beyond it the oldest is removed.
 * @throws When the file cannot be opened at all.
 */
export function openRotatingFile(
  path: string,
  options: {
    bytesMax: number;
    backups: number;
    onFailure: (action: 'write' | 'rotate', error: Error) => void;
  },
) {
  let descriptor: number | undefined = openSync(path, 'a', 0o600);
  let bytes = fstatSync(descriptor).size;
  let rotateAbove = options.bytesMax;
  const failing = { write: false, rotate: false };

  function attempt(action: 'write' | 'rotate', step: () => void): void {
    try {
      step();
      failing[action] = false;
    } catch (error) {
      if (!failing[action]) options.onFailure(action, error as Error);
      failing[action] = true;
    }
  }

  /** The backups move only once the file itself could be moved: otherwise each failure would cost one of them. */
  function rotate(): void {
    const nameOf = (age: number) => `${path}.${age}`;
    rotateAbove = bytes + options.bytesMax * RETRY_SHARE;
    // Left by an attempt that was interrupted: it goes first.
    if (!existsSync(nameOf(0))) rename(path, nameOf(0));
    try {
      let free = 1;
      while (free < options.backups && existsSync(nameOf(free))) free += 1;
      for (let age = free; age > 0; age--) rename(nameOf(age - 1), nameOf(age));
    } catch (error) {
      if (!existsSync(path)) rename(nameOf(0), path);
      throw error;
    }
    if (descriptor !== undefined) closeSync(descriptor);
    descriptor = undefined;
    bytes = 0;
    rotateAbove = options.bytesMax;
  }

  function append(line: Uint8Array): void {
    if (descriptor === undefined) {
      descriptor = openSync(path, 'a', 0o600);
      bytes = fstatSync(descriptor).size;
    }
    let written = 0;
    try {
      while (written < line.length) written += writeSync(descriptor, line, written);
    } catch (error) {
      if (written > 0) ftruncateSync(descriptor, bytes);
      throw error;
    }
    bytes += line.length;
  }

  return {
    /**
     * Hands a complete line to the operating system before it returns, so that a later kill of this process cannot lose
     * or split it. Never throws: what fails goes to `onFailure`, once until it works again. While the file cannot be
     * rotated it grows.
     */
    write(line: string) {
      const encoded = Buffer.from(line);
      if (bytes > 0 && bytes + encoded.length > rotateAbove) attempt('rotate', rotate);
      attempt('write', () => append(encoded));
    },
    [Symbol.dispose]() {
      if (descriptor !== undefined) closeSync(descriptor);
      descriptor = undefined;
    },
  };
}

/** Without an error where there is nothing to rename. */
function rename(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
