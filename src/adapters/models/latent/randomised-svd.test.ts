import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { gram, type SparseMatrix } from './matrix.ts';
import { rightSingularVectors } from './randomised-svd.ts';
import { symmetricEigen } from './symmetric-eigen.ts';

const table = fc
  .tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 20 }))
  .chain(([rows, columns]) =>
    fc.array(
      fc.array(fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: -5, max: 5 })), {
        minLength: columns,
        maxLength: columns,
      }),
      { minLength: rows, maxLength: rows },
    ),
  );

test('finds the singular values of a matrix, and orthonormal vectors', () => {
  fc.assert(
    fc.property(table, fc.integer({ min: 1, max: 25 }), (rows, dimensions) => {
      const { vectors, values } = rightSingularVectors(sparse(rows), dimensions, randomNumbers(5));
      const columns = rows[0]!.length;
      const exact = symmetricEigen(
        gram({ rows: rows.length, columns, values: Float64Array.from(rows.flat()) }),
      );
      const rank = exact.values.filter((square) => square > 1e-6).length;
      assert.equal(values.length, Math.min(dimensions, rank));
      assert.equal(vectors.columns, values.length);
      for (const [k, value] of values.entries()) {
        // Beyond the oversampling a value may be found a little too small, never too large.
        const expected = Math.sqrt(exact.values[k]!);
        assert.ok(value <= expected + 1e-6 && value >= expected * 0.98, `${k}: ${value} of ${expected}`);
        for (let other = 0; other <= k; other++) {
          let product = 0;
          for (let row = 0; row < columns; row++) {
            product +=
              vectors.values[row * vectors.columns + k]! * vectors.values[row * vectors.columns + other]!;
          }
          assert.ok(Math.abs(product - (k === other ? 1 : 0)) < 1e-6);
        }
      }
    }),
  );
});

test('is the same for the same random numbers', () => {
  const rows = Array.from({ length: 40 }, (_, i) =>
    Array.from({ length: 30 }, (_, j) => ((i * j) % 7 === 3 ? 1 : 0)),
  );
  const [one, other] = [1, 2].map(() => rightSingularVectors(sparse(rows), 5, randomNumbers(9)));
  assert.deepEqual(one, other);
});

test('finds nothing in a matrix of zeros', () => {
  assert.equal(
    rightSingularVectors(
      sparse([
        [0, 0],
        [0, 0],
      ]),
      5,
      randomNumbers(1),
    ).values.length,
    0,
  );
});

function sparse(rows: number[][]): SparseMatrix {
  const starts = [0];
  const columnOf: number[] = [];
  const values: number[] = [];
  for (const row of rows) {
    for (const [column, value] of row.entries()) {
      if (value === 0) continue;
      columnOf.push(column);
      values.push(value);
    }
    starts.push(values.length);
  }
  return {
    rows: rows.length,
    columns: rows[0]!.length,
    starts: Uint32Array.from(starts),
    columnOf: Uint32Array.from(columnOf),
    values: Float32Array.from(values),
  };
}

function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
