import {
  addScaled,
  dotProduct,
  gram,
  type Matrix,
  multiply,
  multiplyTransposed,
  type SparseMatrix,
  transpose,
  zeros,
} from './matrix.ts';
import { symmetricEigen } from './symmetric-eigen.ts';

/** Extra directions, so that the last wanted ones are accurate as well. */
const OVERSAMPLING = 10;
/** Multiplications by A·Aᵀ: each sharpens the leading directions when the spectrum falls slowly. */
const POWER_ITERATIONS = 4;
/** Directions weaker than this share of the strongest are noise. */
const SINGULAR_SHARE_MIN = 1e-6;
/** A vector that shrinks to this share when the others are projected out depends on them. */
const DEPENDENT_SHARE_MAX = 1e-8;

/**
 * The leading right singular vectors of a sparse matrix, by a randomised range finder with power iterations.
 *
 * @param dimensions How many are wanted, ≥ 1.
 * @param random Numbers in 0…1: the same numbers give the same result.
 * @returns `vectors`: columns × k, a singular vector a column, with k ≤ dimensions when the matrix has no more;
 * singular `values` descending.
 * @see Halko, Martinsson & Tropp, "Finding structure with randomness", SIAM Review 53 (2011), algorithms 4.4 and 5.1.
 */
export function rightSingularVectors(
  a: SparseMatrix,
  dimensions: number,
  random: () => number,
): { vectors: Matrix; values: Float64Array } {
  const sought = Math.min(dimensions + OVERSAMPLING, a.rows, a.columns);
  let range = gaussian(a.rows, sought, random);
  for (let i = 0; i < POWER_ITERATIONS; i++) range = orthonormal(multiply(a, multiplyTransposed(a, range)));

  // With Q the range, B = Qᵀ·A has A's leading singular values; B·Bᵀ = W·Λ·Wᵀ is small, and V = Bᵀ·W·Λ^(−1/2).
  const projected = multiplyTransposed(a, range);
  const { values: squares, vectors: w } = symmetricEigen(gram(projected));
  const strongest = Math.sqrt(Math.max(0, squares[0] ?? 0));
  const values = Float64Array.from(squares, (square) => Math.sqrt(Math.max(0, square)))
    .subarray(0, dimensions)
    .filter((value) => value > strongest * SINGULAR_SHARE_MIN);
  const turn = zeros(projected.columns, values.length);
  for (let i = 0; i < turn.rows; i++) {
    for (let k = 0; k < turn.columns; k++) {
      turn.values[i * turn.columns + k] = w.values[k * w.columns + i]! / values[k]!;
    }
  }
  return { vectors: multiplyDense(projected, turn), values };
}

/** An orthonormal basis of the columns, by modified Gram–Schmidt; dependent columns are dropped. */
function orthonormal(matrix: Matrix): Matrix {
  const columns = transpose(matrix);
  const basis: Float64Array[] = [];
  for (let i = 0; i < columns.rows; i++) {
    const column = columns.values.subarray(i * columns.columns, (i + 1) * columns.columns);
    const length = Math.sqrt(dotProduct(column, column));
    for (const vector of basis) addScaled(column, vector, 0, -dotProduct(column, vector));
    const left = Math.sqrt(dotProduct(column, column));
    if (!(left > length * DEPENDENT_SHARE_MAX)) continue;
    for (let k = 0; k < column.length; k++) column[k]! /= left;
    basis.push(column);
  }
  const rows = zeros(basis.length, columns.columns);
  for (const [i, vector] of basis.entries()) rows.values.set(vector, i * rows.columns);
  return transpose(rows);
}

function multiplyDense(x: Matrix, y: Matrix): Matrix {
  const product = zeros(x.rows, y.columns);
  for (let row = 0; row < x.rows; row++) {
    const to = product.values.subarray(row * y.columns, (row + 1) * y.columns);
    for (let k = 0; k < x.columns; k++) {
      addScaled(to, y.values, k * y.columns, x.values[row * x.columns + k]!);
    }
  }
  return product;
}

/** Box–Muller. */
function gaussian(rows: number, columns: number, random: () => number): Matrix {
  const matrix = zeros(rows, columns);
  for (let i = 0; i < matrix.values.length; i++) {
    matrix.values[i] = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  }
  return matrix;
}
