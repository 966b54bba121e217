import { closeSync, fstatSync, ftruncateSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';

/** A file of lines that is rotated when full: `app.log` → `app.log.1` → … → `app.log.5`. */
export interface RotatingFile extends Disposable {
  /**
   * Hands a complete line to the operating system before it returns, so that a later kill of this process cannot lose
   * or split it. Never throws: a write error goes to `onFailure`, once until writing works again.
   */
  write(line: string): void;
}

/**
 * @param options.bytesMax The file is rotated before a line would exceed it.
 * @param options.backups Rotated files kept; the oldest is dropped.
 * @throws When the file cannot be opened at all.
 */
export function openRotatingFile(
  path: string,
  options: { bytesMax: number; backups: number; onFailure: (error: Error) => void },
): RotatingFile {
  let descriptor: number | undefined = openSync(path, 'a', 0o600);
  let bytes = fstatSync(descriptor).size;
  let failing = false;

  function setAside(): void {
    if (descriptor !== undefined) closeSync(descriptor);
    descriptor = undefined;
    rmSync(`${path}.${options.backups}`, { force: true });
    for (let age = options.backups - 1; age >= 0; age--) {
      rename(age === 0 ? path : `${path}.${age}`, `${path}.${age + 1}`);
    }
  }

  function append(line: Uint8Array): void {
    if (bytes > 0 && bytes + line.length > options.bytesMax) setAside();
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
    write(line) {
      try {
        append(Buffer.from(line));
        failing = false;
      } catch (error) {
        if (!failing) options.onFailure(error as Error);
        failing = true;
      }
    },
    [Symbol.dispose]() {
      if (descriptor !== undefined) closeSync(descriptor);
      descriptor = undefined;
    },
  };
}

function rename(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
