/** A sparse matrix: row r has `values[k]` in column `columnOf[k]` for `starts[r]` ≤ k < `starts[r + 1]`. */
export interface SparseMatrix {
  readonly rows: number;
  readonly columns: number;
  readonly starts: Uint32Array;
  readonly columnOf: Uint32Array;
  readonly values: Float32Array;
}

/** A dense matrix, one row after the other. */
export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float64Array;
}

export function zeros(rows: number, columns: number): Matrix {
  return { rows, columns, values: new Float64Array(rows * columns) };
}

export function transpose({ rows, columns, values }: Matrix): Matrix {
  const turned = zeros(columns, rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      turned.values[column * rows + row] = values[row * columns + column]!;
    }
  }
  return turned;
}

/** A · X. */
export function multiply(a: SparseMatrix, x: Matrix): Matrix {
  const product = zeros(a.rows, x.columns);
  for (let row = 0; row < a.rows; row++) {
    const to = product.values.subarray(row * x.columns, (row + 1) * x.columns);
    for (let k = a.starts[row]!; k < a.starts[row + 1]!; k++) {
      addScaled(to, x.values, a.columnOf[k]! * x.columns, a.values[k]!);
    }
  }
  return product;
}

/** Aᵀ · X. */
export function multiplyTransposed(a: SparseMatrix, x: Matrix): Matrix {
  const product = zeros(a.columns, x.columns);
  for (let row = 0; row < a.rows; row++) {
    const from = x.values.subarray(row * x.columns, (row + 1) * x.columns);
    for (let k = a.starts[row]!; k < a.starts[row + 1]!; k++) {
      scatterScaled(product.values, a.columnOf[k]! * x.columns, from, a.values[k]!);
    }
  }
  return product;
}

/** Xᵀ · X. */
export function gram(x: Matrix): Matrix {
  const n = x.columns;
  const product = zeros(n, n);
  for (let row = 0; row < x.rows; row++) {
    const from = x.values.subarray(row * n, (row + 1) * n);
    for (let i = 0; i < n; i++) {
      const factor = from[i]!;
      if (factor === 0) continue;
      const at = i * n;
      for (let j = i; j < n; j++) product.values[at + j]! += factor * from[j]!;
    }
  }
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) product.values[i * n + j] = product.values[j * n + i]!;
  }
  return product;
}

export function dotProduct(a: Float64Array, b: Float64Array): number {
  let [even, odd] = [0, 0];
  const pairs = a.length & ~1;
  for (let i = 0; i < pairs; i += 2) {
    even += a[i]! * b[i]!;
    odd += a[i + 1]! * b[i + 1]!;
  }
  return even + odd + (pairs < a.length ? a[pairs]! * b[pairs]! : 0);
}

/** to += factor · (the row of `from` that begins at `at`). */
export function addScaled(to: Float64Array, from: Float64Array, at: number, factor: number): void {
  for (let i = 0; i < to.length; i++) to[i]! += factor * from[at + i]!;
}

function scatterScaled(to: Float64Array, at: number, from: Float64Array, factor: number): void {
  for (let i = 0; i < from.length; i++) to[at + i]! += factor * from[i]!;
}
