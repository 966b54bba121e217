import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { StoredText, TextRange } from '../../ports/stored-chunks.ts';

/** Fast rather than small: text is written with every ingest, but read only to check a citation. */
const DEFLATE_LEVEL = 1;

/** A piece of a text as stored: deflated UTF-16, so that a piece may begin within a pair of surrogates. */
export interface StoredPiece {
  readonly start: number;
  readonly deflated: Uint8Array;
}

export function deflateText(text: string): Uint8Array {
  return deflateRawSync(Buffer.from(text, 'utf16le'), { level: DEFLATE_LEVEL });
}

/** `range` of a text of `length` UTF-16 units, clipped to it. */
export function clippedTo(length: number, range: TextRange): TextRange {
  const to = Math.min(range.to, length);
  return { from: Math.min(range.from, to), to };
}

/** @param pieces All that reach into the range of `of`, in order. */
export function textOf(pieces: readonly StoredPiece[], of: Omit<StoredText, 'text'>): StoredText {
  const joined = pieces.map(({ deflated }) => inflateRawSync(deflated).toString('utf16le')).join('');
  const offset = pieces[0]?.start ?? 0;
  return { ...of, text: joined.slice(of.from - offset, of.to - offset) };
}
