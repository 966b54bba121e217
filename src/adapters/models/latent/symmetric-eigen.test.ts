import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { symmetricEigen } from './symmetric-eigen.ts';

const symmetric = fc.integer({ min: 1, max: 8 }).chain((n) =>
  fc.array(fc.integer({ min: -50, max: 50 }), { minLength: n * n, maxLength: n * n }).map((entries) => {
    const values = Float64Array.from(entries, (_, i) => {
      const [row, column] = [Math.floor(i / n), i % n];
      return entries[Math.min(row, column) * n + Math.max(row, column)]!;
    });
    return { rows: n, columns: n, values };
  }),
);

test('its vectors are orthonormal and give the matrix back, eigenvalues descending', () => {
  fc.assert(
    fc.property(symmetric, (matrix) => {
      const n = matrix.rows;
      const { values, vectors } = symmetricEigen(matrix);
      const v = (row: number, i: number) => vectors.values[row * n + i]!;
      for (let i = 0; i < n; i++) {
        if (i > 0) assert.ok(values[i - 1]! >= values[i]!);
        for (let j = 0; j < n; j++) {
          let [entry, product] = [0, 0];
          for (let k = 0; k < n; k++) {
            entry += values[k]! * v(k, i) * v(k, j);
            product += v(i, k) * v(j, k);
          }
          assert.ok(Math.abs(entry - matrix.values[i * n + j]!) < 1e-9);
          assert.ok(Math.abs(product - (i === j ? 1 : 0)) < 1e-9);
        }
      }
    }),
  );
});
