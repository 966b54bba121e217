import { type Matrix, zeros } from './matrix.ts';

/** Sweeps over all pairs; Jacobi's method converges quadratically and needs 6–10. */
const SWEEPS_MAX = 30;
/** Off-diagonal share at which a matrix counts as diagonal. */
const PRECISION = 1e-14;

/**
 * Eigenvalues, descending, and eigenvectors of a symmetric matrix, by cyclic Jacobi rotations: slower than tridiagonal
 * reduction, but short, and exact for eigenvalues that lie close together.
 *
 * @returns `vectors` holds an eigenvector of unit length a row, in the order of `values`.
 * @see Golub & Van Loan, "Matrix Computations", 4th ed., section 8.5.
 */
export function symmetricEigen(matrix: Matrix): { values: Float64Array; vectors: Matrix } {
  const n = matrix.rows;
  const a = Float64Array.from(matrix.values);
  const v = zeros(n, n).values;
  for (let i = 0; i < n; i++) v[i * n + i] = 1;
  for (let sweep = 0; sweep < SWEEPS_MAX && !isDiagonal(a, n); sweep++) {
    for (let p = 0; p < n - 1; p++) {
      for (let q = p + 1; q < n; q++) rotate(a, v, n, p, q);
    }
  }
  const order = Array.from({ length: n }, (_, i) => i).sort((i, j) => a[j * n + j]! - a[i * n + i]!);
  const vectors = zeros(n, n);
  for (const [row, i] of order.entries()) vectors.values.set(v.subarray(i * n, (i + 1) * n), row * n);
  return { values: Float64Array.from(order, (i) => a[i * n + i]!), vectors };
}

/** Rotates axes p and q so that a[p, q] becomes 0; `v` accumulates the rotations, a vector a row. */
function rotate(a: Float64Array, v: Float64Array, n: number, p: number, q: number): void {
  const apq = a[p * n + q]!;
  const [app, aqq] = [a[p * n + p]!, a[q * n + q]!];
  if (Math.abs(apq) <= Number.EPSILON * 0.1 * Math.sqrt(Math.abs(app * aqq))) return;
  const theta = (aqq - app) / (2 * apq);
  const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  // Rows p and q of a and v are contiguous in memory; a's columns follow from symmetry.
  for (let i = 0; i < n; i++) {
    const [aip, aiq] = [a[p * n + i]!, a[q * n + i]!];
    a[p * n + i] = c * aip - s * aiq;
    a[q * n + i] = s * aip + c * aiq;
    const [vip, viq] = [v[p * n + i]!, v[q * n + i]!];
    v[p * n + i] = c * vip - s * viq;
    v[q * n + i] = s * vip + c * viq;
  }
  for (let i = 0; i < n; i++) {
    a[i * n + p] = a[p * n + i]!;
    a[i * n + q] = a[q * n + i]!;
  }
  a[p * n + p] = app - t * apq;
  a[q * n + q] = aqq + t * apq;
  a[p * n + q] = 0;
  a[q * n + p] = 0;
}

function isDiagonal(a: Float64Array, n: number): boolean {
  let [off, whole] = [0, 0];
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const square = a[i * n + j]! ** 2;
      whole += square;
      if (i !== j) off += square;
    }
  }
  return off <= PRECISION ** 2 * whole;
}
