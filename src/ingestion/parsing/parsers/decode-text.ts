import iconv from 'iconv-lite';
import { IngestFailure } from '../../../errors.ts';
import { wideEncodingOf } from '../file-signature.ts';
import { guessedEncoding } from './guessed-encoding.ts';

/**
 * Decodes a file of unknown encoding. Tries the byte order mark, strict UTF-8, the zero-byte pattern of UTF-16 and
 * UTF-32, the file's own declaration, then which encoding the bytes read most naturally in.
 *
 * @param declared An encoding that the file names, such as HTML's `charset`; ignored when unknown.
 * @throws {IngestFailure} `damaged_file` when no encoding gives readable text.
 */
export function decodeText(bytes: Uint8Array, declared?: string): string {
  const marked = BYTE_ORDER_MARKS.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte));
  if (marked) return decodeAs(bytes.subarray(marked.mark.length), marked.encoding);
  const wide = bytes.includes(0) ? wideEncodingOf(bytes) : null;
  if (wide) return decodeAs(bytes, wide);
  const utf8 = decodeUtf8(bytes);
  if (utf8 !== null) return utf8;
  const encoding =
    declared !== undefined && iconv.encodingExists(declared) ? declared : guessedEncoding(bytes);
  const text = encoding === null ? '' : decodeAs(bytes, encoding);
  if (encoding === null || unreadableShare(text) > UNREADABLE_SHARE_MAX) {
    throw new IngestFailure(
      'damaged_file',
      'The encoding of the text cannot be told. Save the file as UTF-8 and send it again.',
    );
  }
  return text;
}

const UNREADABLE_SHARE_MAX = 0.02;

const BYTE_ORDER_MARKS = [
  { mark: [0xff, 0xfe, 0, 0], encoding: 'utf-32le' },
  { mark: [0, 0, 0xfe, 0xff], encoding: 'utf-32be' },
  { mark: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
];

/** The platform's decoder when it knows the encoding (it is faster), else iconv-lite. */
function decodeAs(bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    return iconv.decode(bytes, encoding);
  }
}

/** Null unless the bytes are UTF-8, tolerating a few broken ones: a truncated log, a lone surrogate. */
function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const { sequences, broken } = countUtf8(bytes);
    return broken * 10 <= sequences ? new TextDecoder().decode(bytes) : null;
  }
}

/** UTF-8 sequences of two to four bytes (including surrogates, which it forbids), and other high bytes. */
function countUtf8(bytes: Uint8Array): { sequences: number; broken: number } {
  let sequences = 0;
  let broken = 0;
  let index = 0;
  while (index < bytes.length) {
    const lead = bytes[index]!;
    index++;
    if (lead < 0x80) continue;
    const following = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : 1;
    let count = 0;
    while (count < following && (bytes[index + count]! & 0xc0) === 0x80) count++;
    if (lead < 0xc2 || lead > 0xf4 || count < following) broken++;
    else {
      sequences++;
      index += count;
    }
  }
  return { sequences, broken };
}

/** Share of characters that stand for bytes undefined in the encoding. */
function unreadableShare(text: string): number {
  let unreadable = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === 0xfffd || (unit >= 0x80 && unit < 0xa0 && unit !== 0x85)) unreadable++;
  }
  return text.length === 0 ? 0 : unreadable / text.length;
}
