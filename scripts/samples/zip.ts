import { crc32 } from 'node:zlib';

const UTF8_NAMES = 0x0800;
const FIRST_OF_JANUARY_1980 = 0x21;

/**
 * A zip archive of stored (uncompressed) entries with a fixed date, so that its bytes are the same every time.
 *
 * @see APPNOTE.TXT 6.3.10, §4.3.7, §4.3.12 and §4.3.16.
 */
export function makeZip(entries: readonly { name: string; text: string }[]): Uint8Array {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, text } of entries) {
    const [nameBytes, bytes] = [Buffer.from(name), Buffer.from(text)];
    /** What the local and the central header share. */
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(UTF8_NAMES, 2);
    common.writeUInt16LE(FIRST_OF_JANUARY_1980, 8);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(bytes.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    locals.push(Buffer.from('PK\x03\x04', 'latin1'), common, nameBytes, bytes);
    directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), common, rest, nameBytes);
    offset += 30 + nameBytes.length + bytes.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, ...directory, end]);
}
