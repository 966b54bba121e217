/**
 * The subset of WebAssembly's binary format that `vector-kernels.ts` uses. Instructions are named as in the
 * specification's text format; each is its bytes.
 *
 * @see WebAssembly Core Specification 2.0, "Binary Format", and its 128-bit vector instructions.
 */
export type Code = readonly number[];

export const TYPE = { i32: 0x7f, i64: 0x7e, v128: 0x7b } as const;

export const local = {
  get: (index: number): Code => [0x20, ...unsigned(index)],
  set: (index: number): Code => [0x21, ...unsigned(index)],
};

export const i32 = {
  /** @param value 0…63. */
  const: (value: number): Code => [0x41, value],
  load: [0x28, 0, 0],
  load8_u: [0x2d, 0, 0],
  load16_u: [0x2f, 0, 0],
  store: [0x36, 0, 0],
  store16: [0x3b, 0, 0],
  add: [0x6a],
  sub: [0x6b],
  mul: [0x6c],
  and: [0x71],
  or: [0x72],
  shl: [0x74],
  ne: [0x47],
  lt_u: [0x49],
  le_u: [0x4d],
  wrap_i64: [0xa7],
} satisfies Instructions;

export const i64 = {
  /** @param offset Added to the address, 0…63. */
  load: (offset: number): Code => [0x29, 0, offset],
  zero: [0x42, 0],
  xor: [0x85],
  popcnt: [0x7b],
  add: [0x7c],
} satisfies Instructions;

export const v128 = {
  /** @param offset As of `i64.load`. */
  load: (offset: number): Code => vector(0x00, 0, offset),
  load8x8_s: (offset: number): Code => vector(0x01, 0, offset),
} satisfies Instructions;

export const i32x4 = {
  splat: vector(0x11),
  add: vector(0xae),
  dot_i16x8_s: vector(0xba),
  extract_lane: (lane: number): Code => vector(0x1b, lane),
} satisfies Instructions;

/** Repeats `body` while it leaves a value other than 0. */
export function loop(...body: readonly Code[]): Code {
  return [0x03, 0x40, ...body.flat(), 0x0d, 0, 0x0b];
}

export interface WasmFunction {
  /** Types of the parameters, which are the first locals. */
  readonly parameters: readonly number[];
  readonly results: readonly number[];
  /** Types of the other locals. */
  readonly locals: readonly number[];
  readonly body: readonly Code[];
}

/** A module of functions, exported by their names, and of a one-page memory, exported as `memory`. */
export function assemble(functions: Readonly<Record<string, WasmFunction>>): Uint8Array<ArrayBuffer> {
  const named = Object.entries(functions);
  const all = named.map(([, each]) => each);
  const exports = named.map(([name], index) => [...text(name), 0, ...unsigned(index)]);
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(
      1,
      all.map(({ parameters, results }) => [0x60, ...sequence(parameters), ...sequence(results)]),
    ),
    ...section(
      3,
      all.map((_, index) => unsigned(index)),
    ),
    ...section(5, [[0, 1]]),
    ...section(7, [...exports, [...text('memory'), 2, 0]]),
    ...section(10, all.map(codeOf)),
  ]);
}

type Instructions = Readonly<Record<string, Code | ((value: number) => Code)>>;

function codeOf({ locals, body }: WasmFunction): Code {
  const declared = [...unsigned(locals.length), ...locals.flatMap((type) => [1, type])];
  return sequence([...declared, ...body.flat(), 0x0b]);
}

function vector(instruction: number, ...immediates: readonly number[]): Code {
  return [0xfd, ...unsigned(instruction), ...immediates];
}

function section(id: number, items: readonly Code[]): Code {
  return [id, ...sequence([...unsigned(items.length), ...items.flat()])];
}

function sequence(bytes: Code): Code {
  return [...unsigned(bytes.length), ...bytes];
}

function text(name: string): Code {
  return sequence([...Buffer.from(name)]);
}

/** LEB128. */
function unsigned(value: number): Code {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}
