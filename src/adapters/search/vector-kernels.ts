import {
  assemble,
  type Code,
  i8x16,
  i16x8,
  i32,
  i32x4,
  local,
  loop,
  TYPE,
  v128,
  type WasmFunction,
} from './wasm-assembly.ts';

/**
 * Sums over vectors of small whole numbers, 8 or 16 of them at a time: some ten times as quick as the same loops in
 * JavaScript, and exactly the same sums. What is summed lies in the memory of the kernels.
 */
export interface VectorKernels {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  /**
   * Σ of products of 16-bit numbers from `question` on with 8-bit numbers from `codes` to before `codesEnd`: addresses,
   * these a multiple of 8 apart.
   */
  dot(question: number, codes: number, codesEnd: number): number;
  /** The same of 8-bit numbers with 8-bit numbers. */
  dotOfCodes(others: number, codes: number, codesEnd: number): number;
  /**
   * How many bits of `question` … `questionEnd` differ from those of each vector from `vectors` to before `vectorsEnd`,
   * written from `distances` on, 16 bits each. All are addresses; a vector takes a multiple of 16 bytes.
   */
  distances(
    question: number,
    questionEnd: number,
    vectors: number,
    vectorsEnd: number,
    distances: number,
  ): void;
}

/** Bytes of a page of their memory. */
export const MEMORY_PAGE_BYTES = 65_536;

/** Kernels with a memory of their own, of one page at first. */
export function createVectorKernels(): VectorKernels {
  compiled ??= new WebAssembly.Module(
    assemble({ dot: dotWith(v128.load, 16), dotOfCodes: dotWith(v128.load8x8_s, 8), distances: DISTANCES }),
  );
  return new WebAssembly.Instance(compiled).exports as VectorKernels;
}

let compiled: object | undefined;

const { get, set, tee } = local;
const add = (to: number, value: number): Code => [...get(to), ...i32.const(value), ...i32.add, ...set(to)];
const sumOfLanes = (vector: number): Code => [
  ...[0, 1, 2, 3].flatMap((lane) => [...get(vector), ...i32x4.extract_lane(lane)]),
  ...[...i32.add, ...i32.add, ...i32.add],
];

/** @param load Reads eight of the other numbers, which take `bytes`. */
function dotWith(load: Code, bytes: number): WasmFunction {
  const [others, codes, codesEnd, sums] = [0, 1, 2, 3];
  return {
    parameters: [TYPE.i32, TYPE.i32, TYPE.i32],
    results: [TYPE.i32],
    locals: [TYPE.v128],
    body: [
      loop(
        get(sums),
        ...[get(others), load, get(codes), v128.load8x8_s, i32x4.dot_i16x8_s],
        ...[i32x4.add, set(sums)],
        add(others, bytes),
        add(codes, 8),
        ...[get(codes), get(codesEnd), i32.lt_u],
      ),
      sumOfLanes(sums),
    ],
  };
}

const DISTANCES = (() => {
  const [question, questionEnd, vectors, vectorsEnd, distances, at, counts] = [0, 1, 2, 3, 4, 5, 6];
  return {
    parameters: [TYPE.i32, TYPE.i32, TYPE.i32, TYPE.i32, TYPE.i32],
    results: [],
    locals: [TYPE.i32, TYPE.v128],
    body: [
      loop(
        ...[v128.zero, set(counts), get(question), set(at)],
        loop(
          get(counts),
          ...[get(at), v128.load, get(vectors), v128.load, v128.xor, i8x16.popcnt],
          ...[i16x8.extadd_pairwise_i8x16_u, i16x8.add, set(counts)],
          add(at, 16),
          add(vectors, 16),
          ...[get(at), get(questionEnd), i32.lt_u],
        ),
        ...[get(distances), get(counts), i32x4.extadd_pairwise_i16x8_u, tee(counts), i32x4.extract_lane(0)],
        ...[1, 2, 3].map((lane) => [...get(counts), ...i32x4.extract_lane(lane), ...i32.add]),
        i32.store16,
        add(distances, 2),
        ...[get(vectors), get(vectorsEnd), i32.lt_u],
      ),
    ],
  };
})();

/** The platform's, as far as it is used here; its types come with those of browsers only. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};
