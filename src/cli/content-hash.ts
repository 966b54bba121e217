import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { DocumentFile } from './document-files.ts';

/** SHA-256 of a file, as servers give it; undefined for what cannot be read: ingesting it reports why. */
export async function contentHashOf(file: DocumentFile): Promise<string | undefined> {
  try {
    const hash = createHash('sha256');
    await pipeline(Readable.fromWeb((await file.open()).stream()), hash);
    return hash.digest('hex');
  } catch {
    return undefined;
  }
}
