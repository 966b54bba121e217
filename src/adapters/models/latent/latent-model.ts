import { createHash } from 'node:crypto';

const MAGIC = 'LSA1';
const HEADER_BYTES = 20;

/** Term vectors learned from a corpus. Immutable: the stored model equals the fitted one to the last bit. */
export interface LatentModel {
  readonly dimensions: number;
  /** Chunks of the corpus when the model was fitted. */
  readonly corpusChunks: number;
  /** Row of each term in `codes`. */
  readonly rowOf: ReadonlyMap<string, number>;
  /** Of each row: component = code · scale. Includes idf. */
  readonly scales: Float32Array;
  readonly codes: Int8Array;
}

/**
 * Little-endian: `LSA1`, four uint32 (dimensions, terms, corpus chunks, bytes of the term list), the terms as a JSON
 * array in UTF-8, a float32 scale a term, dimensions int8 a term.
 */
export function encodeLatentModel(model: LatentModel): Uint8Array {
  const terms = new TextEncoder().encode(JSON.stringify([...model.rowOf.keys()]));
  const bytes = new Uint8Array(HEADER_BYTES + terms.length + model.scales.length * 4 + model.codes.length);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(MAGIC));
  for (const [i, value] of [
    model.dimensions,
    model.scales.length,
    model.corpusChunks,
    terms.length,
  ].entries()) {
    view.setUint32(4 + 4 * i, value, true);
  }
  bytes.set(terms, HEADER_BYTES);
  const scalesAt = HEADER_BYTES + terms.length;
  for (const [i, scale] of model.scales.entries()) view.setFloat32(scalesAt + 4 * i, scale, true);
  bytes.set(
    new Uint8Array(model.codes.buffer, model.codes.byteOffset, model.codes.length),
    scalesAt + 4 * model.scales.length,
  );
  return bytes;
}

/** @throws {Error} when the bytes are not a model of this format. */
export function decodeLatentModel(bytes: Uint8Array): LatentModel {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEADER_BYTES || new TextDecoder().decode(bytes.subarray(0, 4)) !== MAGIC) {
    throw new Error(`Cannot read the embedding model as it must begin with ${MAGIC}`);
  }
  const [dimensions, count, corpusChunks, termsBytes] = [4, 8, 12, 16].map((at) => view.getUint32(at, true));
  const scalesAt = HEADER_BYTES + termsBytes!;
  const codesAt = scalesAt + count! * 4;
  if (bytes.length !== codesAt + count! * dimensions!) {
    throw new Error(
      `Cannot read the embedding model as it must have ${codesAt + count! * dimensions!} bytes: current value is ${bytes.length}`,
    );
  }
  const terms: string[] = JSON.parse(new TextDecoder().decode(bytes.subarray(HEADER_BYTES, scalesAt)));
  return {
    dimensions: dimensions!,
    corpusChunks: corpusChunks!,
    rowOf: new Map(terms.map((term, row) => [term, row])),
    scales: Float32Array.from({ length: count! }, (_, i) => view.getFloat32(scalesAt + 4 * i, true)),
    codes: Int8Array.from(new Int8Array(bytes.buffer, bytes.byteOffset + codesAt, count! * dimensions!)),
  };
}

/** Equal for equal term vectors, and only for those. */
export function latentModelId(payload: Uint8Array): string {
  return `lsa-${createHash('sha256').update(payload).digest('hex').slice(0, 16)}`;
}
