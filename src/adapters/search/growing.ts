type Column = Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array;

/** A copy of `column` with room for element `index`: twice the length, or more when needed; new elements are 0. */
export function doubled<C extends Column>(column: C, index: number): C {
  const grown = new (column.constructor as new (length: number) => C)(Math.max(column.length * 2, index + 1));
  grown.set(column);
  return grown;
}
