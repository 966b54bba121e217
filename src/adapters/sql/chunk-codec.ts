import { hash } from 'node:crypto';
import { type ChunkLayout, type ChunkTerms, chunkIdOf, type StoredChunk } from '../../ports/chunk.ts';
import type { UnembeddedChunk } from '../../ports/embedding-sets.ts';
import type { ChunkEmbedding } from '../../ports/search-index.ts';

const SEPARATOR = '\n';

/** 22 characters of 6 bits: 132 bits of the SHA-256. */
const TEXT_HASH_LENGTH = 22;

/** Bytes of an encoded embedding before its components. */
export const SCALE_BYTES = 4;

/** A digest that identifies a text. */
export function textHashOf(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, TEXT_HASH_LENGTH);
}

/** Terms as one text, for a column read at once. @throws {RangeError} When a term contains a line end. */
export function encodeTerms(terms: readonly string[]): string {
  for (const term of terms) {
    if (term.includes(SEPARATOR)) {
      throw new RangeError(`Cannot store a term as it must hold no line end: ${JSON.stringify(term)}`);
    }
  }
  return terms.join(SEPARATOR);
}

/** Both as columns. @throws {RangeError} When there are more terms than counts, or fewer. */
export function encodeTermsOf({ terms, counts }: ChunkTerms): [string, Uint8Array] {
  if (terms.length !== counts.length)
    throw new RangeError(`Cannot store a chunk of ${terms.length} terms as it has ${counts.length} counts`);
  return [encodeTerms(terms), encodeCounts(counts)];
}

/** Counts as LEB128 bytes: one byte each up to 127, so almost always one. */
export function encodeCounts(counts: readonly number[]): Uint8Array {
  const bytes: number[] = [];
  for (const count of counts) {
    if (!Number.isSafeInteger(count) || count < 1) {
      throw new RangeError(`Cannot store a count as it must be an integer ≥ 1: current value is ${count}`);
    }
    let rest = count;
    while (rest > 0x7f) {
      bytes.push((rest % 0x80) | 0x80);
      rest = Math.floor(rest / 0x80);
    }
    bytes.push(rest);
  }
  return Uint8Array.from(bytes);
}

/** The inverse of `encodeTerms` and `encodeCounts`; the counts distinguish no terms from one empty term. */
export function decodeTerms(terms: string, counts: Uint8Array): ChunkTerms {
  const decoded = decodeCounts(counts);
  return { terms: decoded.length === 0 ? [] : terms.split(SEPARATOR), counts: decoded };
}

function decodeCounts(bytes: Uint8Array): number[] {
  const counts: number[] = [];
  let value = 0;
  let place = 1;
  for (const byte of bytes) {
    value += (byte & 0x7f) * place;
    if (byte > 0x7f) {
      place *= 0x80;
    } else {
      counts.push(value);
      value = 0;
      place = 1;
    }
  }
  return counts;
}

/**
 * A unit vector in dimensions + 4 bytes: a little-endian float32 scale and int8 values to multiply by it. The error of
 * a component is at most half a scale, which is its largest component / 127.
 */
export function encodeEmbedding(vector: Float32Array): Uint8Array {
  let largest = 0;
  for (const component of vector) largest = Math.max(largest, Math.abs(component));
  const bytes = new Uint8Array(SCALE_BYTES + vector.length);
  const scale = Math.fround(largest / 127);
  new DataView(bytes.buffer).setFloat32(0, scale, true);
  if (scale === 0) return bytes;
  const values = new Int8Array(bytes.buffer, SCALE_BYTES);
  for (let i = 0; i < vector.length; i += 1) {
    values[i] = Math.max(-127, Math.min(127, Math.round(vector[i]! / scale)));
  }
  return bytes;
}

/** The inverse of `encodeEmbedding`, within its error; not renormalised to length 1. */
export function decodeEmbedding(bytes: Uint8Array): Float32Array {
  const scale = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getFloat32(0, true);
  const values = new Int8Array(bytes.buffer, bytes.byteOffset + SCALE_BYTES, bytes.byteLength - SCALE_BYTES);
  const vector = new Float32Array(values.length);
  for (let i = 0; i < vector.length; i += 1) vector[i] = values[i]! * scale;
  return vector;
}

/** The columns of a stored chunk, in either database. */
export interface ChunkRow extends Omit<StoredChunk, 'chunkId' | 'docId' | 'layout'> {
  readonly layout: string | null;
}

export function storedChunkOf(
  { ordinal, text, start, end, page, section, layout }: ChunkRow,
  { docId, version }: { docId: string; version: number },
): StoredChunk {
  const chunkId = chunkIdOf(docId, version, ordinal);
  const chunk = { ordinal, text, start, end, page, section };
  return { chunkId, docId, ...chunk, ...(layout !== null && { layout: JSON.parse(layout) as ChunkLayout }) };
}

export function encodeLayout(layout: ChunkLayout | undefined): string | null {
  return layout ? JSON.stringify(layout) : null;
}

/** An embedding in use, as either database reads it. */
export interface LiveEmbeddingRow {
  readonly docId: string;
  readonly version: number;
  readonly ordinal: number;
  readonly vector: Uint8Array;
}

export function chunkEmbeddingOf({ docId, version, ordinal, vector }: LiveEmbeddingRow): ChunkEmbedding {
  return { chunkId: chunkIdOf(docId, version, ordinal), embedding: decodeEmbedding(vector) };
}

/** A chunk to be embedded, as either database reads it. */
export interface UnembeddedRow extends Required<Pick<UnembeddedChunk, 'text' | 'section' | 'title'>> {
  readonly docId: string;
  readonly version: number;
  readonly ordinal: number;
  readonly terms: string;
  readonly counts: Uint8Array;
}

export function unembeddedChunkOf(row: UnembeddedRow, position: number): UnembeddedChunk {
  const { docId, version, ordinal, text, title, section, terms, counts } = row;
  const chunkId = chunkIdOf(docId, version, ordinal);
  return { chunkId, position, text, title, section, ...decodeTerms(terms, counts) };
}
