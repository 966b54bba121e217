import { crc32, deflateRawSync } from 'node:zlib';

const UTF8_NAMES = 0x0800;
const DEFLATED = 8;
const FIRST_OF_JANUARY_1980 = 0x21;

interface ZipEntry {
  readonly name: string;
  readonly content: string | Buffer;
  /** What stands in the archive for the content; deflated from it when absent. */
  readonly packed?: Buffer;
  /** Put in as it is, instead of deflated. */
  readonly isStored?: boolean;
  /** Instead of the content's. */
  readonly declaredSize?: number;
  readonly zip64?: boolean;
}

/**
 * A zip archive with fixed dates, so that its bytes are the same every time. The directory may lie about sizes.
 *
 * @see APPNOTE.TXT 6.3.10, §4.3.7, §4.3.12 and §4.3.16.
 */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, isStored = false, declaredSize, zip64 = false, ...entry } of entries) {
    const [nameBytes, bytes] = [Buffer.from(name), Buffer.from(content)];
    const packed = entry.packed ?? (isStored ? bytes : deflateRawSync(bytes));
    const size = declaredSize ?? bytes.length;
    /** What the local and the central header share. */
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(UTF8_NAMES, 2);
    common.writeUInt16LE(isStored ? 0 : DEFLATED, 4);
    common.writeUInt16LE(FIRST_OF_JANUARY_1980, 8);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(size, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    const listed = Buffer.from(common);
    const extra = Buffer.alloc(zip64 ? 20 : 0);
    if (zip64) {
      listed.fill(0xff, 14, 22);
      listed.writeUInt16LE(extra.length, 24);
      extra.writeUInt16LE(1, 0);
      extra.writeUInt16LE(16, 2);
      extra.writeBigUInt64LE(BigInt(size), 4);
      extra.writeBigUInt64LE(BigInt(packed.length), 12);
    }
    locals.push(Buffer.from('PK\x03\x04', 'latin1'), common, nameBytes, packed);
    directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), listed, rest, nameBytes, extra);
    offset += 30 + nameBytes.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, ...directory, end]);
}

/** One of texts that are stored: their bytes depend on no version of zlib. */
export function makeZip(entries: readonly { name: string; text: string }[]): Buffer {
  return zipOf(entries.map(({ name, text }) => ({ name, content: text, isStored: true })));
}
