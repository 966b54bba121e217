import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createVectorKernels, MEMORY_PAGE_BYTES } from './vector-kernels.ts';

const AT = { question: 0, vectors: 32_768, distances: 40_960 };

test('products are summed exactly, whatever the numbers are', () => {
  const kernels = createVectorKernels();
  const pairs = fc.array(
    fc.tuple(fc.integer({ min: -2047, max: 2047 }), fc.integer({ min: -128, max: 127 })),
    {
      minLength: 1,
      maxLength: 400,
    },
  );
  fc.assert(
    fc.property(pairs, (given) => {
      const length = Math.ceil(given.length / 8) * 8;
      const question = new Int16Array(kernels.memory.buffer, AT.question, length).fill(0);
      const codes = new Int8Array(kernels.memory.buffer, AT.vectors, length).fill(0);
      for (const [i, [one, other]] of given.entries()) [question[i], codes[i]] = [one, other];
      const sum = given.reduce((total, [one, other]) => total + one * other, 0);
      assert.equal(kernels.dot(AT.question, AT.vectors, AT.vectors + length), sum);
      const squares = given.reduce((total, [, other]) => total + other * other, 0);
      assert.equal(kernels.dotOfCodes(AT.vectors, AT.vectors, AT.vectors + length), squares);
    }),
  );
  const [longest, largest] = [8192, 127 * 2047];
  new Int16Array(kernels.memory.buffer, AT.question, longest).fill(2047);
  new Int8Array(kernels.memory.buffer, AT.vectors, longest).fill(127);
  assert.equal(kernels.dot(AT.question, AT.vectors, AT.vectors + longest), longest * largest);
});

test('bits that differ are counted in each vector', () => {
  const kernels = createVectorKernels();
  const block = fc.uint8Array({ minLength: 16, maxLength: 16 });
  const vectors = fc.integer({ min: 1, max: 3 }).chain((blocks) => {
    const vector = fc
      .array(block, { minLength: blocks, maxLength: blocks })
      .map((all) => all.flatMap((b) => [...b]));
    return fc.tuple(vector, fc.array(vector, { minLength: 1, maxLength: 20 }));
  });
  fc.assert(
    fc.property(vectors, ([question, others]) => {
      const bytes = new Uint8Array(kernels.memory.buffer);
      bytes.set(question, AT.question);
      bytes.set(others.flat(), AT.vectors);
      kernels.distances(
        AT.question,
        AT.question + question.length,
        AT.vectors,
        AT.vectors + others.length * question.length,
        AT.distances,
      );
      const counted = new Uint16Array(kernels.memory.buffer, AT.distances, others.length);
      const differing = others.map((other) =>
        other.reduce((sum, byte, i) => sum + (byte ^ question[i]!).toString(2).replaceAll('0', '').length, 0),
      );
      assert.deepEqual([...counted], differing);
    }),
  );
});

test('the memory grows and keeps what stands in it', () => {
  const { memory } = createVectorKernels();
  new Uint8Array(memory.buffer)[7] = 1;
  memory.grow(2);
  assert.equal(memory.buffer.byteLength, 3 * MEMORY_PAGE_BYTES);
  assert.equal(new Uint8Array(memory.buffer)[7], 1);
});
