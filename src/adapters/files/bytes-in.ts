import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Size of the files directly in a folder; what is not there, or vanishes meanwhile, counts nothing. */
export async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const sizes = names.map(async (name) => {
    const found = await stat(join(folder, name)).catch(() => undefined);
    return found?.isFile() ? found.size : 0;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
