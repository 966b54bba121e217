import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

export interface FolderEntry {
  readonly path: string;
  /** Why a folder cannot be read. */
  readonly error?: unknown;
}

/**
 * The files in a folder and in its folders, and the folders in it that cannot be read. Hidden files, `node_modules` and
 * links are left out.
 *
 * @throws When the folder itself cannot be read.
 */
export async function* filesIn(folder: string): AsyncGenerator<FolderEntry> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (isLeftOut(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isFile()) yield { path };
    else if (entry.isDirectory()) {
      try {
        yield* filesIn(path);
      } catch (error) {
        yield { path, error };
      }
    }
  }
}

/** Whether what has this name is no document, nor a folder of documents. */
export function isLeftOut(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules';
}
