import { crc32 } from 'node:zlib';

/** A zip archive of stored (uncompressed) entries with a fixed date, so that its bytes are the same every time. */
export function makeZip(entries: readonly { name: string; text: string }[]): Uint8Array {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, text } of entries) {
    const nameBytes = Buffer.from(name);
    const bytes = Buffer.from(text);
    const common = commonHeader(nameBytes, bytes);
    const local = Buffer.concat([uint32(0x04034b50), common, nameBytes, bytes]);
    locals.push(local);
    central.push(
      Buffer.concat([uint32(0x02014b50), uint16(20), common, Buffer.alloc(10), uint32(offset), nameBytes]),
    );
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.concat([
    uint32(0x06054b50),
    Buffer.alloc(4),
    uint16(entries.length),
    uint16(entries.length),
    uint32(directory.length),
    uint32(offset),
    uint16(0),
  ]);
  return Buffer.concat([...locals, directory, end]);
}

/** What the local and the central header share: APPNOTE.TXT 6.3.10, §4.3.7 and §4.3.12. */
function commonHeader(name: Buffer, bytes: Buffer): Buffer {
  const utf8Names = 0x0800;
  const firstOfJanuary1980 = 0x21;
  return Buffer.concat([
    uint16(20),
    uint16(utf8Names),
    uint16(0),
    uint16(0),
    uint16(firstOfJanuary1980),
    uint32(crc32(bytes)),
    uint32(bytes.length),
    uint32(bytes.length),
    uint16(name.length),
    uint16(0),
  ]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
