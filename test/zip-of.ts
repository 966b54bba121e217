import { constants, deflateRawSync } from 'node:zlib';

export { zipOf } from '../scripts/samples/zip.ts';

/** Deflated bytes of a content that is `times` as long as `piece`; made without ever holding it. */
export function deflatedRepeats(piece: Buffer, times: number): Buffer {
  const packed = deflateRawSync(piece, { finishFlush: constants.Z_FULL_FLUSH });
  const end = Buffer.from([0x03, 0x00]);
  return Buffer.concat([...Array.from({ length: times }, () => packed), end]);
}
