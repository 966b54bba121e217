import { READABLE } from './readable.ts';
import { UPLOADS_MAX } from './uploads.ts';

/** Folders that programs keep for themselves. */
const NOT_ENTERED: ReadonlySet<string> = new Set(['node_modules', '__MACOSX']);

export interface ChosenFile {
  /** With the folders that it was chosen with. */
  readonly name: string;
  readonly file: File;
}

export interface Chosen {
  readonly files: readonly ChosenFile[];
  /** Unsupported files of a folder. */
  readonly leftOut: number;
}

/** Files from a picker; those of a folder with their paths. */
export function pickedFiles(files: readonly File[]): Chosen {
  return readable(files.map((file) => ({ name: file.webkitRelativePath || file.name, file })));
}

/** Dropped files, and folders with all their contents. */
export async function droppedFiles(transfer: DataTransfer): Promise<Chosen> {
  // Both are gone after the event.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.() ?? null);
  const loose = [...transfer.files];
  if (!entries.some((entry) => entry?.isDirectory)) {
    return { files: loose.map((file) => ({ name: file.name, file })).slice(0, UPLOADS_MAX), leftOut: 0 };
  }
  const files: ChosenFile[] = [];
  for (const entry of entries) if (entry) await collect(entry, files);
  return readable(files);
}

async function collect(entry: FileSystemEntry, files: ChosenFile[]): Promise<void> {
  if (files.length >= UPLOADS_MAX) return;
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject)).catch(() => null);
    if (file) files.push({ name: entry.fullPath.replace(/^\//, ''), file });
  } else if (isFolder(entry) && !entry.name.startsWith('.') && !NOT_ENTERED.has(entry.name)) {
    const reader = entry.createReader();
    for (;;) {
      // Returns a hundred at a time, until there are none.
      const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
        reader.readEntries(resolve, reject),
      ).catch(() => []);
      if (some.length === 0) return;
      for (const one of some) await collect(one, files);
    }
  }
}

function readable(files: readonly ChosenFile[]): Chosen {
  const wanted = files.filter(({ name }) => {
    const folders = name.split('/');
    const file = folders.pop()!;
    // Chosen by itself: the server then says why it is not read.
    if (folders.length === 0) return true;
    if (file.startsWith('.') || folders.some((part) => part.startsWith('.') || NOT_ENTERED.has(part)))
      return false;
    return READABLE.has(/\.([^.]+)$/.exec(file)?.[1]?.toLowerCase() ?? '');
  });
  return { files: wanted.slice(0, UPLOADS_MAX), leftOut: files.length - wanted.length };
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
