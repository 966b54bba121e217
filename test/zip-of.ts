import { constants, crc32, deflateRawSync } from 'node:zlib';

interface TestEntry {
  readonly name: string;
  readonly content: string | Buffer;
  /** What stands in the archive for the content; deflated from it when absent. */
  readonly packed?: Buffer;
  readonly declaredSize?: number;
  readonly zip64?: boolean;
}

/** A deflated archive whose directory may lie about the sizes of its entries. */
export function zipOf(entries: readonly TestEntry[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const {
    name,
    content,
    packed = deflateRawSync(content),
    declaredSize = content.length,
    zip64 = false,
  } of entries) {
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(declaredSize, 18);
    common.writeUInt16LE(name.length, 22);
    locals.push(Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), packed);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    const listed = Buffer.from(common);
    const extra = Buffer.alloc(zip64 ? 20 : 0);
    if (zip64) {
      listed.fill(0xff, 14, 22);
      listed.writeUInt16LE(extra.length, 24);
      extra.writeUInt16LE(1, 0);
      extra.writeUInt16LE(16, 2);
      extra.writeBigUInt64LE(BigInt(declaredSize), 4);
      extra.writeBigUInt64LE(BigInt(packed.length), 12);
    }
    directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), listed, rest, Buffer.from(name), extra);
    offset += 30 + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, ...directory, end]);
}

/** Deflated bytes of a content that is `times` as long as `piece`; made without ever holding it. */
export function deflatedRepeats(piece: Buffer, times: number): Buffer {
  const packed = deflateRawSync(piece, { finishFlush: constants.Z_FULL_FLUSH });
  const end = Buffer.from([0x03, 0x00]);
  return Buffer.concat([...Array.from({ length: times }, () => packed), end]);
}
