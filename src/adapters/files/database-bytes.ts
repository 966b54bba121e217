import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Size of the files directly in `folder` (the databases and their logs); files that vanish count nothing. */
export async function databaseBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true });
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(async ({ name }) => {
      try {
        return (await stat(join(folder, name))).size;
      } catch {
        return 0;
      }
    });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
