import {
  assemble,
  type Code,
  i32,
  i32x4,
  i64,
  local,
  loop,
  TYPE,
  v128,
  type WasmFunction,
} from './wasm-assembly.ts';

/**
 * Sums over vectors of small integers, 8 or 16 of them at a time: some ten times as fast as the same loops in
 * JavaScript, with exactly the same sums. Operands are in the kernels' memory.
 */
export interface VectorKernels {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  /**
   * Σ of products of 16-bit numbers from `question` on with 8-bit numbers in `codes` … `codesEnd` (exclusive):
   * addresses, the latter two a multiple of 8 apart.
   */
  dot(question: number, codes: number, codesEnd: number): number;
  /** The same of 8-bit numbers with 8-bit numbers. */
  dotOfCodes(others: number, codes: number, codesEnd: number): number;
  /**
   * How many bits of `question` … `questionEnd` differ from those of each vector in `vectors` … `vectorsEnd`
   * (exclusive), written from `distances` on, 16 bits each. All are addresses; a vector takes a multiple of 16 bytes.
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

/** Kernels with their own memory, initially one page. */
export function createVectorKernels(): VectorKernels {
  compiled ??= new WebAssembly.Module(
    assemble({ dot: dotWith(v128.load, 16), dotOfCodes: dotWith(v128.load8x8_s, 8), distances: DISTANCES }),
  );
  return new WebAssembly.Instance(compiled).exports as VectorKernels;
}

let compiled: object | undefined;

const { get, set } = local;
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

/** 64-bit words: most processors count the bits of one in a single instruction, those of a vector in many. */
const DISTANCES = (() => {
  const [question, questionEnd, vectors, vectorsEnd, distances, at, count] = [0, 1, 2, 3, 4, 5, 6];
  const addDiffering = (offset: number): Code => [
    ...[get(at), i64.load(offset), get(vectors), i64.load(offset)].flat(),
    ...[i64.xor, i64.popcnt, i64.add].flat(),
  ];
  return {
    parameters: [TYPE.i32, TYPE.i32, TYPE.i32, TYPE.i32, TYPE.i32],
    results: [],
    locals: [TYPE.i32, TYPE.i64],
    body: [
      loop(
        ...[i64.zero, set(count), get(question), set(at)],
        loop(
          ...[get(count), addDiffering(0), addDiffering(8), set(count)],
          add(at, 16),
          add(vectors, 16),
          ...[get(at), get(questionEnd), i32.lt_u],
        ),
        ...[get(distances), get(count), i64.store16],
        add(distances, 2),
        ...[get(vectors), get(vectorsEnd), i32.lt_u],
      ),
    ],
  };
})();

/** The used part of the platform's API; its types come only with those of browsers. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};
