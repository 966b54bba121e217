import type { CompareParts, PassageParts } from '../../../ports/embedding-model.ts';
import { rowsOf } from './compounds.ts';
import { addVector, type WordVectors } from './word-vectors.ts';

/**
 * Cosines of a question with the headings and the sentences of passages, in languages whose words were trained: others
 * start from random vectors, and few passages teach too little for one sentence. What the words of a part add up to is
 * cached as a vector of eight bits a component, which is off by less than 0.002: a passage has far fewer parts than words.
 */
export function createPartComparison(model: WordVectors): (question: Float32Array) => CompareParts {
  const vectorsOf = new WeakMap<PassageParts, PartVectors>();
  return (question) => (passage, language) => {
    if (language !== null && !model.languages.includes(language)) return undefined;
    let vectors = vectorsOf.get(passage);
    if (!vectors) {
      vectors = partVectors(model, passage);
      vectorsOf.set(passage, vectors);
    }
    let sentence = 0;
    for (let part = 1; part < vectors.scales.length; part++)
      sentence = Math.max(sentence, cosine(vectors, part, question));
    return { heading: cosine(vectors, 0, question), sentence };
  };
}

/** Unit vectors of a passage's parts: the headings are part 0, then come the sentences. */
interface PartVectors {
  /** Of each part: component = code · scale; 0 for one without a known word. */
  readonly scales: Float32Array;
  readonly codes: Int8Array;
}

function partVectors(model: WordVectors, { terms, sentences, headingTerms }: PassageParts): PartVectors {
  const { dimensions } = model;
  const parts = 2 + (sentences.at(-1) ?? 0);
  const vectors = { scales: new Float32Array(parts), codes: new Int8Array(parts * dimensions) };
  const sum = new Float64Array(dimensions);
  const add = (term: string) => {
    for (const row of rowsOf(term, model)) addVector(sum, model, row);
  };
  for (const term of headingTerms) add(term);
  quantise(sum, 0, vectors);
  for (let token = 0; token < terms.length; token++) {
    add(terms[token]!);
    if (sentences[token + 1] !== sentences[token]) quantise(sum, 1 + sentences[token]!, vectors);
  }
  return vectors;
}

/** Stores the direction of a sum as that of a part, and sets the sum to 0. Loops by index: three times as fast. */
function quantise(sum: Float64Array, part: number, { scales, codes }: PartVectors): void {
  let largest = 0;
  let squares = 0;
  for (let k = 0; k < sum.length; k++) {
    const component = sum[k]!;
    squares += component * component;
    if (component > largest) largest = component;
    else if (-component > largest) largest = -component;
  }
  if (largest === 0) return;
  scales[part] = largest / 127 / Math.sqrt(squares);
  const at = part * sum.length;
  const toCode = 127 / largest;
  for (let k = 0; k < sum.length; k++) {
    const code = sum[k]! * toCode;
    codes[at + k] = code < 0 ? code - 0.5 : code + 0.5;
    sum[k] = 0;
  }
}

function cosine({ scales, codes }: PartVectors, part: number, question: Float32Array): number {
  const at = part * question.length;
  let sum = 0;
  for (let k = 0; k < question.length; k++) sum += codes[at + k]! * question[k]!;
  return Math.max(0, scales[part]! * sum);
}
