import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { glob, stat } from 'node:fs/promises';
import { extname, isAbsolute, parse, relative, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { DocumentStatus } from '@docent-server/client';
import { asError } from '../errors.ts';
import { pathDocumentId } from '../ingestion/documents/document-id.ts';
import { READABLE_EXTENSIONS } from '../ingestion/parsing/formats.ts';
import { type FolderEntry, filesIn } from '../kernel/files-in.ts';
import { type ArchiveMember, archiveMembers } from './archive-members.ts';

/** More are surely a mistake (`docent ingest /`). */
const FILES_MAX = 100_000;

export interface DocumentFile {
  /**
   * Path relative to the working folder, or the full one of a file elsewhere, with `/` separators: the display name, and
   * the source of the id. For a file in an archive the archive's path comes first.
   */
  readonly name: string;
  /** Depends only on the name, so that a file ingested again replaces its earlier version. */
  readonly docId: string;
  readonly bytes: number;
  readonly modifiedAtMs: number;
  /** Whether the user named the file itself, not just a folder, archive or pattern. */
  readonly isNamed?: boolean;
  /** Why it must not be uploaded; undefined when it may. */
  readonly reason: string | undefined;
  /** Why it cannot be read. */
  readonly error?: string;
  /** Of what the server downloads: there is no file then. */
  readonly url?: string;
  /** Of an archive or folder that cannot be read: the files in it are unknown. */
  readonly holdsUnknown?: boolean;
  /** @throws {Error} When it cannot be read, or unpacked. */
  open(): Promise<Blob>;
}

export function isUrl(path: string): boolean {
  return /^https?:\/\//i.test(path);
}

/** What a server downloads, which names it as well. */
export function documentUrl(url: string): DocumentFile {
  const open = () => Promise.reject(new Error('The server downloads it.'));
  return { name: url, url, docId: '', bytes: 0, modifiedAtMs: 0, isNamed: true, reason: undefined, open };
}

/** The contents of archives, by path: at most one entry an archive, without its files' bytes. */
export type ArchiveListings = Map<string, { readonly looks: string; readonly members: ArchiveMember[] }>;

/**
 * The files matched by paths, folders and glob patterns, each once, by name. Folders and ZIP archives are searched
 * recursively, without hidden files, `node_modules`, links, and nested archives.
 *
 * @param cwd What names are relative to.
 * @param listings Of earlier calls: an archive of the same size and time of change is not read again.
 * @throws {Error} When a path names nothing, or there are more than 100,000 files.
 */
export async function documentFiles(
  paths: readonly string[],
  cwd: string,
  listings: ArchiveListings = new Map(),
): Promise<DocumentFile[]> {
  const found = new Map<string, DocumentFile>();
  const add = async (entry: Entry) => {
    for (const file of await filesAt(entry, cwd, listings))
      if (!found.get(file.name)?.isNamed) found.set(file.name, file);
    if (found.size > FILES_MAX)
      throw new Error(`There are more than ${FILES_MAX} files. Name fewer folders.`);
  };
  for (const given of paths) {
    for (const path of await matchesOf(given, cwd)) {
      if ((await stat(path)).isDirectory()) for await (const file of filesIn(path)) await add(file);
      else await add({ path, isNamed: path === resolve(cwd, given) });
    }
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** An existing path is taken literally, whatever characters it has. */
async function matchesOf(given: string, cwd: string): Promise<string[]> {
  const path = resolve(cwd, given);
  if (await stat(path).catch(() => undefined)) return [path];
  const matches: string[] = [];
  if (/[*?[{]/.test(given)) for await (const match of glob(given, { cwd })) matches.push(resolve(cwd, match));
  if (matches.length === 0) throw new Error(`There is nothing at ${given}.`);
  return matches;
}

interface Entry extends FolderEntry {
  readonly isNamed?: boolean;
}

async function filesAt(
  { path, isNamed = false, error }: Entry,
  cwd: string,
  listings: ArchiveListings,
): Promise<DocumentFile[]> {
  const name = nameOf(path, cwd);
  const open = () => openAsBlob(path);
  const at = { name, bytes: 0, modifiedAtMs: 0 };
  try {
    if (error) throw error;
    const { size, mtimeMs } = await stat(path);
    at.bytes = size;
    at.modifiedAtMs = mtimeMs;
    if (isArchive(path)) return await filesOfArchive(path, at, listings);
    return [fileOf({ ...at, isNamed, open })];
  } catch (unreadable) {
    // Node shows bytes that are no UTF-8 as U+FFFD, under which there is no file.
    const isNameLost = name.includes('\ufffd');
    const why = isNameLost ? 'its name is not in UTF-8: rename it' : asError(unreadable).message;
    const unread = (error || isArchive(path)) && { holdsUnknown: true };
    return [{ ...at, docId: docIdOf(name), reason: undefined, error: why, ...unread, open }];
  }
}

type Found = Pick<DocumentFile, 'name' | 'bytes' | 'modifiedAtMs'>;

function fileOf(found: Found & Pick<DocumentFile, 'isNamed' | 'open'>): DocumentFile {
  const { name, bytes } = found;
  return { ...found, docId: docIdOf(name), reason: reasonToSkip(name, bytes) };
}

function isArchive(name: string): boolean {
  return extname(name).toLowerCase() === '.zip';
}

/** How a file looked: what was changed since looks otherwise. */
export function looksOf({ bytes, modifiedAtMs }: Found): string {
  return `${bytes} ${modifiedAtMs}`;
}

async function filesOfArchive(
  path: string,
  archive: Found,
  listings: ArchiveListings,
): Promise<DocumentFile[]> {
  const looks = looksOf(archive);
  const known = listings.get(path);
  const members = known?.looks === looks ? known.members : await archiveMembers(path);
  listings.set(path, { looks, members });
  return members.map(({ name, bytes, read }) => {
    const file = { ...archive, name: `${archive.name}/${name}`, bytes };
    return fileOf({ ...file, open: async () => new Blob([new Uint8Array(await read())]) });
  });
}

function nameOf(path: string, cwd: string): string {
  const inner = relative(cwd, path);
  const isElsewhere = inner.startsWith('..') || isAbsolute(inner) || cwd === parse(cwd).root;
  // A Mac decomposes letters in file names; a file must have the same name everywhere.
  return (isElsewhere ? path : inner).split(sep).join('/').normalize('NFC');
}

/** Of a file elsewhere only its folder can be read in the id: what leads there is of this machine, not of the document. */
function docIdOf(name: string): string {
  if (!isAbsolute(name)) return pathDocumentId(name);
  return pathDocumentId(name.split('/').slice(-2).join('/'), name);
}

function reasonToSkip(name: string, bytes: number): string | undefined {
  if (isArchive(name)) return 'archives within archives are not unpacked';
  const extension = extname(name).slice(1).toLowerCase();
  if (extension === '') return 'files without an extension are not read';
  if (!READABLE_EXTENSIONS.has(extension)) return `.${extension} files are not read`;
  return bytes === 0 ? 'the file is empty' : undefined;
}

/** Whether a server has the content of a file already. */
export async function isStored(file: DocumentFile, there: DocumentStatus | undefined): Promise<boolean> {
  return there && there.status !== 'failed' ? there.content_hash === (await contentHashOf(file)) : false;
}

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
