import type { CompareParts, PassageParts } from '../../../ports/embedding-model.ts';
import type { WordVectors } from './word-vectors.ts';

/** Words of other languages start from random vectors: few passages teach too little for one sentence. */
const LANGUAGE = 'en';

/**
 * Cosines of a question with the headings and the sentences of passages. A sum of vectors has the sum of their dot
 * products, so each word is multiplied with the question once, however many sentences have it.
 */
export function createPartComparison(model: WordVectors): (question: Float32Array) => CompareParts {
  const vectorsOf = new WeakMap<PassageParts, PartVectors>();
  return (question) => {
    const dots = new Float32Array(model.scales.length).fill(Number.NaN);
    const dotOf = (row: number) => {
      const known = dots[row]!;
      if (!Number.isNaN(known)) return known;
      dots[row] = dotProduct(model, row, question);
      return dots[row]!;
    };
    return (passage, language) => {
      if (language !== null && language !== LANGUAGE) return undefined;
      let vectors = vectorsOf.get(passage);
      if (!vectors) {
        vectors = partVectors(model, passage);
        vectorsOf.set(passage, vectors);
      }
      const { rows, parts, lengths } = vectors;
      const sums = new Float64Array(lengths.length);
      for (let i = 0; i < rows.length; i++) sums[parts[i]!]! += dotOf(rows[i]!);
      let sentence = 0;
      for (let part = 1; part < sums.length; part++) {
        if (lengths[part]! > 0) sentence = Math.max(sentence, sums[part]! / lengths[part]!);
      }
      return { heading: lengths[0]! > 0 ? sums[0]! / lengths[0]! : 0, sentence };
    };
  };
}

/** What the words of a passage's parts add up to: the headings are part 0, then come the sentences. */
interface PartVectors {
  /** Rows of the known words, and the part of each. */
  readonly rows: Uint32Array;
  readonly parts: Uint16Array;
  /** Length of each part's sum. */
  readonly lengths: Float32Array;
}

function partVectors(model: WordVectors, { terms, sentences, headingTerms }: PassageParts): PartVectors {
  const { dimensions, rowOf, scales, codes } = model;
  const rows: number[] = [];
  const parts: number[] = [];
  const add = (term: string, part: number) => {
    const row = rowOf.get(term);
    if (row === undefined) return;
    rows.push(row);
    parts.push(part);
  };
  for (const term of headingTerms) add(term, 0);
  for (const [token, term] of terms.entries()) add(term, 1 + sentences[token]!);
  const lengths = new Float32Array(2 + (sentences.at(-1) ?? 0));
  const sum = new Float64Array(dimensions);
  for (let i = 0; i < rows.length; i++) {
    const at = rows[i]! * dimensions;
    const scale = scales[rows[i]!]!;
    for (let k = 0; k < dimensions; k++) sum[k]! += scale * codes[at + k]!;
    if (parts[i + 1] === parts[i]) continue;
    let squares = 0;
    for (let k = 0; k < dimensions; k++) {
      squares += sum[k]! * sum[k]!;
      sum[k] = 0;
    }
    lengths[parts[i]!] = Math.sqrt(squares);
  }
  return { rows: Uint32Array.from(rows), parts: Uint16Array.from(parts), lengths };
}

function dotProduct({ dimensions, scales, codes }: WordVectors, row: number, question: Float32Array): number {
  const at = row * dimensions;
  let sum = 0;
  for (let k = 0; k < dimensions; k++) sum += codes[at + k]! * question[k]!;
  return scales[row]! * sum;
}
