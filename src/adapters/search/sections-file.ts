import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { endianness } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { crc32 } from 'node:zlib';

/** Read, summed and written before yielding: 2 ms. */
const SLICE_BYTES = 4 * 1024 * 1024;
const HEADER_BYTES_MAX = 64 * 1024;

/** Named runs of bytes. */
export type Sections = Readonly<Record<string, readonly NodeJS.ArrayBufferView[]>>;

interface Header {
  /** What the sections mean, and the byte order of their numbers. */
  readonly format: string;
  readonly token: string;
  readonly sections: readonly { readonly name: string; readonly bytes: number; readonly crc32: number }[];
}

/**
 * Writes sections to a file, by its side first: after a crash it is the old one or the new one.
 *
 * @param options.format Of the sections; another one is not read.
 * @param options.token By which the reader knows the file.
 * @param options.isCurrent Asked before each slice: the sections may change while it is written.
 * @returns Whether it was written; false when `isCurrent` was, once.
 */
export async function writeSections(
  path: string,
  sections: Sections,
  { format, token, isCurrent }: { format: string; token: string; isCurrent: () => boolean },
): Promise<boolean> {
  const written: Header['sections'][number][] = [];
  for (const [name, views] of Object.entries(sections)) {
    let [bytes, sum] = [0, 0];
    for (const slice of slicesOf(views)) {
      if (!isCurrent()) return false;
      sum = crc32(slice, sum);
      bytes += slice.length;
      await nextTurn();
    }
    written.push({ name, bytes, crc32: sum });
  }
  const header: Header = { format: withByteOrder(format), token, sections: written };
  const unfinished = `${path}.new`;
  try {
    {
      await using file = await open(unfinished, 'w', 0o600);
      await file.appendFile(`${JSON.stringify(header)}\n`);
      for (const views of Object.values(sections))
        for (const slice of slicesOf(views)) {
          if (!isCurrent()) return false;
          await file.appendFile(slice);
        }
    }
    await rename(unfinished, path);
    return true;
  } finally {
    await rm(unfinished, { force: true });
  }
}

/**
 * Reads what `writeSections` wrote with the same token and format. What is not whole is not read: the file need not have
 * been synced.
 *
 * @throws {Error} When there is no such file, or it is another one, or damaged.
 */
export async function readSections(
  path: string,
  { format, token }: { format: string; token: string },
): Promise<Record<string, ArrayBuffer>> {
  await using file = await open(path);
  const { header, end } = await headerOf(file);
  if (header.format !== withByteOrder(format)) throw new Error(`Its format is ${header.format}`);
  if (header.token !== token) throw new Error('It belongs to an earlier or a later state of the store');
  const expected = header.sections.reduce((sum, { bytes }) => sum + bytes, end);
  const { size } = await file.stat();
  if (size !== expected) throw new Error(`It must have ${expected} bytes: current value is ${size}`);
  const read: Record<string, ArrayBuffer> = {};
  let at = end;
  for (const { name, bytes, crc32: sum } of header.sections) {
    const section = new Uint8Array(bytes);
    let own = 0;
    for (let from = 0; from < bytes; from += SLICE_BYTES) {
      const slice = section.subarray(from, from + SLICE_BYTES);
      await file.read(slice, 0, slice.length, at + from);
      own = crc32(slice, own);
    }
    at += bytes;
    if (own !== sum) throw new Error(`Its section ${name} is damaged`);
    read[name] = section.buffer;
  }
  return read;
}

async function headerOf(file: FileHandle): Promise<{ header: Header; end: number }> {
  const start = Buffer.alloc(HEADER_BYTES_MAX);
  const { bytesRead } = await file.read(start, 0, start.length, 0);
  const end = start.subarray(0, bytesRead).indexOf('\n') + 1;
  if (end === 0) throw new Error('It has no header');
  return { header: JSON.parse(start.toString('utf8', 0, end)) as Header, end };
}

/** The bytes of all views, in slices that are valid until the next one: a view's memory may move meanwhile. */
function* slicesOf(views: readonly NodeJS.ArrayBufferView[]): Generator<Uint8Array> {
  const all = views.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const slice = new Uint8Array(Math.min(SLICE_BYTES, all));
  let filled = 0;
  for (const { buffer, byteOffset, byteLength } of views) {
    const bytes = new Uint8Array(buffer, byteOffset, byteLength);
    for (let at = 0; at < byteLength; ) {
      const part = bytes.subarray(at, at + slice.length - filled);
      slice.set(part, filled);
      at += part.length;
      filled += part.length;
      if (filled < slice.length) continue;
      yield slice;
      filled = 0;
    }
  }
  if (filled > 0) yield slice.subarray(0, filled);
}

function withByteOrder(format: string): string {
  return `${format} ${endianness()}`;
}
