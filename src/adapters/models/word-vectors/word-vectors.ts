import { createHash } from 'node:crypto';

const HEADER_BYTES = 20;
const MAGIC_BYTES = 4;

const MAGIC = 'DWV3';
/** Of models in English alone, whose JSON is the list of terms. */
const ENGLISH_MAGIC = 'DWV1';

/** Vectors of index terms. Immutable: the stored ones equal the fitted ones to the last bit. */
export interface WordVectors {
  /** ISO 639-1 codes of the languages whose words were trained. */
  readonly languages: readonly string[];
  readonly dimensions: number;
  /** Chunks of the corpus that they are fitted to; 0 for those that Docent comes with. */
  readonly corpusChunks: number;
  /** Row of each term in `codes`. */
  readonly rowOf: ReadonlyMap<string, number>;
  /** Of each row: component = code · scale. The length of a vector is its term's weight. */
  readonly scales: Float32Array;
  readonly codes: Int8Array;
}

/**
 * Little-endian: `DWV3`, four uint32 (dimensions, terms, corpus chunks, bytes of the JSON), `{ languages, terms }` as JSON in
 * UTF-8, a float32 scale a term, dimensions int8 a term.
 */
export function encodeWordVectors(model: WordVectors): Uint8Array {
  const { languages, rowOf } = model;
  const words = new TextEncoder().encode(JSON.stringify({ languages, terms: [...rowOf.keys()] }));
  const bytes = new Uint8Array(HEADER_BYTES + words.length + model.scales.length * 4 + model.codes.length);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(MAGIC));
  const header = [model.dimensions, model.scales.length, model.corpusChunks, words.length];
  for (const [i, value] of header.entries()) view.setUint32(4 + 4 * i, value, true);
  bytes.set(words, HEADER_BYTES);
  const scalesAt = HEADER_BYTES + words.length;
  for (const [i, scale] of model.scales.entries()) view.setFloat32(scalesAt + 4 * i, scale, true);
  bytes.set(
    new Uint8Array(model.codes.buffer, model.codes.byteOffset, model.codes.length),
    scalesAt + 4 * model.scales.length,
  );
  return bytes;
}

/** @throws {Error} when the bytes are not a model of this format. */
export function decodeWordVectors(bytes: Uint8Array): WordVectors {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const magic = new TextDecoder().decode(bytes.subarray(0, MAGIC_BYTES));
  if (bytes.length < HEADER_BYTES || (magic !== MAGIC && magic !== ENGLISH_MAGIC))
    throw new Error(`Cannot read the embedding model as it must begin with ${MAGIC}`);
  const [dimensions, count, corpusChunks, wordsBytes] = [4, 8, 12, 16].map((at) => view.getUint32(at, true));
  const scalesAt = HEADER_BYTES + wordsBytes!;
  const codesAt = scalesAt + count! * 4;
  if (bytes.length !== codesAt + count! * dimensions!) {
    throw new Error(
      `Cannot read the embedding model as it must have ${codesAt + count! * dimensions!} bytes: current value is ${bytes.length}`,
    );
  }
  const words = JSON.parse(new TextDecoder().decode(bytes.subarray(HEADER_BYTES, scalesAt)));
  const { languages, terms }: { languages: string[]; terms: string[] } =
    magic === MAGIC ? words : { languages: ['en'], terms: words };
  return {
    languages,
    dimensions: dimensions!,
    corpusChunks: corpusChunks!,
    rowOf: new Map(terms.map((term, row) => [term, row])),
    scales: Float32Array.from({ length: count! }, (_, i) => view.getFloat32(scalesAt + 4 * i, true)),
    codes: new Int8Array(bytes.buffer, bytes.byteOffset + codesAt).slice(0, count! * dimensions!),
  };
}

/** The vector of a term; undefined without one. */
export function wordVector(
  { dimensions, rowOf, scales, codes }: WordVectors,
  term: string,
): Float32Array | undefined {
  const row = rowOf.get(term);
  if (row === undefined) return undefined;
  const vector = new Float32Array(dimensions);
  for (let k = 0; k < dimensions; k++) vector[k] = codes[row * dimensions + k]! * scales[row]!;
  return vector;
}

/** Adds a row, times a weight, to a sum. Four components at a time take three quarters of the time. */
export function addVector(
  sum: Float64Array,
  { dimensions, scales, codes }: WordVectors,
  row: number,
  weight = 1,
): void {
  const factor = weight * scales[row]!;
  const at = row * dimensions;
  const whole = dimensions - (dimensions % 4);
  for (let k = 0; k < whole; k += 4) {
    sum[k]! += factor * codes[at + k]!;
    sum[k + 1]! += factor * codes[at + k + 1]!;
    sum[k + 2]! += factor * codes[at + k + 2]!;
    sum[k + 3]! += factor * codes[at + k + 3]!;
  }
  for (let k = whole; k < dimensions; k++) sum[k]! += factor * codes[at + k]!;
}

/** Euclidean. Not `Math.hypot`, which takes ten times as long. */
export function lengthOf(vector: Float32Array | Float64Array): number {
  let squares = 0;
  for (let k = 0; k < vector.length; k++) squares += vector[k]! * vector[k]!;
  return Math.sqrt(squares);
}

/** Gives a vector another length, unless it has no direction. */
export function setLength<Vector extends Float32Array | Float64Array>(
  vector: Vector,
  length: number,
): Vector {
  const scale = length / (lengthOf(vector) || 1);
  for (let k = 0; k < vector.length; k++) vector[k]! *= scale;
  return vector;
}

/** With other vectors of some terms, and vectors of more terms. @param vectors Terms × dimensions. */
export function withVectors(
  known: WordVectors,
  terms: readonly string[],
  vectors: Float32Array,
): WordVectors {
  const { dimensions } = known;
  const rowOf = new Map(known.rowOf);
  for (const term of terms) if (!rowOf.has(term)) rowOf.set(term, rowOf.size);
  const scales = new Float32Array(rowOf.size);
  const codes = new Int8Array(rowOf.size * dimensions);
  scales.set(known.scales);
  codes.set(known.codes);
  for (const [i, term] of terms.entries()) {
    const row = rowOf.get(term)!;
    const vector = vectors.subarray(i * dimensions, (i + 1) * dimensions);
    let largest = 0;
    for (let k = 0; k < dimensions; k++) largest = Math.max(largest, Math.abs(vector[k]!));
    scales[row] = largest / 127;
    for (let k = 0; k < dimensions; k++)
      codes[row * dimensions + k] = largest > 0 ? Math.round((vector[k]! / largest) * 127) : 0;
  }
  return { ...known, rowOf, scales, codes };
}

/** Equal for equal vectors, and only for those. */
export function wordVectorsId(payload: Uint8Array): string {
  return `words-${createHash('sha256').update(payload).digest('hex').slice(0, 16)}`;
}
