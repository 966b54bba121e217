import { crc32, inflateRawSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { IngestFailure } from '../../../errors.ts';

/** DEFLATE reaches 1000:1, documents stay far below 100:1. Small entries of white space may be denser. */
export const ZIP_LIMITS = {
  entriesMax: 5_000,
  /** Of all entries read, together. */
  inflatedBytesMax: 128 * 2 ** 20,
  /** Inflated bytes for each compressed one, beyond `ratioFreeBytes`. */
  ratioMax: 100,
  ratioFreeBytes: 2 ** 20,
};

/** The entries of a ZIP archive, inflated on demand and counted meanwhile. */
export type ZipArchive = ReturnType<typeof openZip>;

/**
 * Reads the directory of an archive. A too large declared size of an entry is refused when the entry is read; a small
 * one is not trusted. Unread entries, such as pictures, may have any size.
 *
 * @throws {IngestFailure} `damaged_file` when there is no directory, `too_complex` when it is beyond `limits`.
 * @see PKWARE APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12, 4.3.16 and 4.5.3. A ZIP64 archive is read as far as its
 * counts and offsets need no ZIP64: programs that stream their output write the sizes of small files that way.
 */
export function openZip(bytes: Uint8Array, limits = ZIP_LIMITS) {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = readDirectory(buffer, limits);
  let inflatedBytes = 0;
  return {
    /** In directory order. */
    names: [...entries.keys()],
    /** Size of an entry as the directory declares it, in bytes; 0 when it does not exist. */
    declaredSize: (name: string) => entries.get(name)?.declaredSize ?? 0,
    /**
     * The bytes of an entry; undefined when it does not exist.
     *
     * @throws {IngestFailure} `too_complex` when the entries read so far inflate beyond the limits, `damaged_file` when
     * the checksum does not match, `password_required` when they are encrypted.
     */
    read(name: string): Uint8Array | undefined {
      const entry = entries.get(name);
      if (!entry) return undefined;
      if (entry.isEncrypted) throw asksForPassword();
      const compressed = compressedBytesOf(buffer, entry);
      const allowed = Math.min(
        limits.inflatedBytesMax - inflatedBytes,
        Math.max(entry.compressedSize * limits.ratioMax, limits.ratioFreeBytes),
      );
      const beyond = `unpacks to more than ${limits.inflatedBytesMax / 2 ** 20} MB, or to ${limits.ratioMax} times its size`;
      const bomb = () => tooComplex(beyond);
      if (entry.declaredSize > allowed) throw bomb();
      const content = inflate(compressed, { method: entry.method, allowed, bomb });
      inflatedBytes += content.length;
      if (crc32(content) !== entry.crc) throw damaged();
      return content;
    },
  };
}

function readDirectory(buffer: Buffer, { entriesMax }: typeof ZIP_LIMITS) {
  const end = buffer.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (end === -1 || end + 22 > buffer.length) throw damaged();
  const count = buffer.readUInt16LE(end + 10);
  if (count > entriesMax) throw tooComplex(`holds more than ${entriesMax} parts`);
  const entries = new Map<string, ReturnType<typeof entryAt>>();
  let offset = buffer.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    if (offset + 46 > buffer.length || buffer.readUInt32LE(offset) !== 0x02014b50) throw damaged();
    const nameEnd = offset + 46 + buffer.readUInt16LE(offset + 28);
    const extraEnd = nameEnd + buffer.readUInt16LE(offset + 30);
    const name = nameOf(buffer.subarray(offset + 46, nameEnd));
    if (!name.endsWith('/')) entries.set(name, entryAt(buffer, offset, buffer.subarray(nameEnd, extraEnd)));
    offset = extraEnd + buffer.readUInt16LE(offset + 32);
  }
  return entries;
}

/** UTF-8 whether declared or not, or else the MS-DOS code page: many programs mark neither. */
function nameOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return iconv.decode(bytes, 'cp437');
  }
}

/** A size of all ones means that the ZIP64 extra field has it, the inflated size before the compressed one. */
function entryAt(buffer: Buffer, offset: number, extra: Buffer) {
  const sizes = [buffer.readUInt32LE(offset + 24), buffer.readUInt32LE(offset + 20)];
  let zip64 = zip64Of(extra);
  const [declaredSize, compressedSize] = sizes.map((size) => {
    if (size !== 0xffffffff || zip64.length < 8) return size;
    const large = Number(zip64.readBigUInt64LE());
    zip64 = zip64.subarray(8);
    return large;
  }) as [number, number];
  return {
    method: buffer.readUInt16LE(offset + 10),
    crc: buffer.readUInt32LE(offset + 16),
    ...{ declaredSize, compressedSize },
    isEncrypted: (buffer.readUInt16LE(offset + 8) & 1) === 1,
    headerOffset: buffer.readUInt32LE(offset + 42),
  };
}

function zip64Of(extra: Buffer): Buffer {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) === 1) return extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2));
  }
  return Buffer.alloc(0);
}

function compressedBytesOf(
  buffer: Buffer,
  { headerOffset, compressedSize }: ReturnType<typeof entryAt>,
): Buffer {
  if (headerOffset + 30 > buffer.length || buffer.readUInt32LE(headerOffset) !== 0x04034b50) throw damaged();
  const start =
    headerOffset + 30 + buffer.readUInt16LE(headerOffset + 26) + buffer.readUInt16LE(headerOffset + 28);
  if (start + compressedSize > buffer.length) throw damaged();
  return buffer.subarray(start, start + compressedSize);
}

function inflate(
  compressed: Buffer,
  { method, allowed, bomb }: { method: number; allowed: number; bomb: () => IngestFailure },
): Uint8Array {
  if (method === STORED) {
    if (compressed.length > allowed) throw bomb();
    return compressed;
  }
  if (method !== DEFLATED || allowed <= 0) throw method === DEFLATED ? bomb() : damaged();
  try {
    return inflateRawSync(compressed, { maxOutputLength: allowed });
  } catch (error) {
    if (error instanceof RangeError) throw bomb();
    throw damaged(error);
  }
}

const STORED = 0;
const DEFLATED = 8;

export function asksForPassword(): IngestFailure {
  return new IngestFailure(
    'password_required',
    'The file asks for a password. Save it without one and send it again.',
  );
}

function tooComplex(reason: string): IngestFailure {
  return new IngestFailure(
    'too_complex',
    `The file ${reason}. Split it, or leave out what is embedded in it.`,
  );
}

function damaged(cause?: unknown): IngestFailure {
  return new IngestFailure('damaged_file', 'The file is damaged: what is packed in it cannot be unpacked.', {
    cause,
  });
}
