import { readFile, stat } from 'node:fs/promises';
import { openZip, type ZipArchive } from '../ingestion/parsing/parsers/zip-archive.ts';
import { isLeftOut } from '../kernel/files-in.ts';

/** A file in an archive. */
export interface ArchiveMember {
  /** Its path within the archive, with `/` separators and without `..`; only displayed, never opened. */
  readonly name: string;
  /** As declared by the archive. */
  readonly bytes: number;
  /** @throws {IngestFailure} When it cannot be unpacked, or is larger than allowed. */
  read(): Promise<Uint8Array>;
}

/** Largest archive: it is held in memory while its members are read. */
const ARCHIVE_BYTES_MAX = 2 ** 30;
/** Looser than for office files, which are unpacked on the server: this is the user's own machine. */
const ARCHIVE_LIMITS = {
  entriesMax: 10_000,
  inflatedBytesMax: 2 ** 30,
  ratioMax: 200,
  ratioFreeBytes: 2 ** 20,
};

/**
 * The files in a ZIP archive, without hidden files and those a Mac adds. Nested archives are not opened.
 *
 * @throws {Error} When it cannot be read, is damaged or has more than 10,000 entries.
 */
export async function archiveMembers(path: string): Promise<ArchiveMember[]> {
  // Unused bytes may be freed and read again: a folder can hold more archives than fit in memory.
  const first = await openArchive(path);
  let held = new WeakRef(first);
  const archive = async () => {
    const opened = held.deref() ?? (await openArchive(path));
    held = new WeakRef(opened);
    return opened;
  };
  const { names, declaredSize } = first;
  const members = new Map<string, ArchiveMember>();
  for (const entry of names) {
    const parts = partsOf(entry);
    if (parts.length === 0 || parts.some((part) => part === '__MACOSX' || isLeftOut(part))) continue;
    const name = parts.join('/');
    members.set(name, {
      name,
      bytes: declaredSize(entry),
      read: async () => (await archive()).read(entry) ?? new Uint8Array(),
    });
  }
  return [...members.values()];
}

async function openArchive(path: string): Promise<ZipArchive> {
  const { size } = await stat(path);
  if (size > ARCHIVE_BYTES_MAX)
    throw new Error(
      `The archive is larger than ${ARCHIVE_BYTES_MAX / 2 ** 20} MB. Unpack it and name the folder.`,
    );
  return openZip(await readFile(path), ARCHIVE_LIMITS);
}

/** Windows separates them by backslashes. */
function partsOf(entry: string): string[] {
  return entry
    .normalize('NFC')
    .split(/[/\\]+/)
    .filter((part) => part !== '' && part !== '.' && part !== '..');
}
