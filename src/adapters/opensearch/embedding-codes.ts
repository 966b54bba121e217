import type { FoundEmbedding } from '../../ports/search-index.ts';

const CODE_MAX = 127;

/** A vector as bytes in base64: its largest component becomes 127. Undefined for a vector of zeros. */
export function codesOf(vector: Float32Array): string | undefined {
  const largest = vector.reduce((most, component) => Math.max(most, Math.abs(component)), 0);
  if (!(largest > 0)) return undefined;
  const codes = Int8Array.from(vector, (component) => Math.round((component * CODE_MAX) / largest));
  return Buffer.from(codes.buffer).toString('base64');
}

/** An embedding read from its codes. */
export class CodedEmbedding implements FoundEmbedding {
  readonly #codes: Int8Array;
  readonly #length: number;

  constructor(codes: string) {
    this.#codes = new Int8Array(Buffer.from(codes, 'base64'));
    this.#length = Math.hypot(...this.#codes);
  }

  cosine(other: CodedEmbedding): number {
    return this.#dot(other.#codes) / (this.#length * other.#length);
  }

  /** @returns 0 for a vector of other dimensions. */
  cosineWith(question: Float32Array): number {
    if (question.length !== this.#codes.length) return 0;
    return this.#dot(question) / (this.#length * Math.hypot(...question));
  }

  #dot(other: Int8Array | Float32Array): number {
    let sum = 0;
    for (let i = 0; i < this.#codes.length; i++) sum += this.#codes[i]! * other[i]!;
    return sum;
  }
}
