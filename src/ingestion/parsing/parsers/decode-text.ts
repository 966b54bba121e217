import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { IngestFailure } from '../../../errors.ts';
import { wideEncodingOf } from '../file-signature.ts';
import { decodeAs, guessedEncoding } from './guessed-encoding.ts';

/**
 * Decodes a file of unknown encoding. Tries the byte order mark, strict UTF-8, the zero-byte pattern of
 * UTF-16, the file's own declaration, then which encoding the bytes read most naturally in.
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
  if (encoding === null || unreadableIn(text) > text.length * UNREADABLE_SHARE_MAX) {
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

/** Null unless the bytes are UTF-8, tolerating a few broken ones: a truncated log, a lone surrogate. */
function decodeUtf8(bytes: Uint8Array): string | null {
  const text = new TextDecoder().decode(bytes);
  if (isUtf8(bytes)) return text;
  const broken = text.match(/\ufffd/g)?.length ?? 0;
  return broken <= text.replace(/[\0-\x7f]+/g, '').length * BROKEN_SHARE_MAX ? text : null;
}

const BROKEN_SHARE_MAX = 1 / 11;

/** Characters that stand for bytes undefined in the encoding. */
function unreadableIn(text: string): number {
  return text.match(/[\ufffd\x80-\x84\x86-\x9f]/g)?.length ?? 0;
}
