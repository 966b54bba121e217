import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createVectorKernels, MEMORY_PAGE_BYTES } from './vector-kernels.ts';

const AT = {
  question: 0,
  vectors: 32_768,
  results: 45_056,
  places: 46_080,
  scales: 47_104,
  eligible: 48_128,
  histogram: 49_152,
};

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
      const length = Math.ceil(given.length / 16) * 16;
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

test('the vectors named are multiplied, and no others', () => {
  const kernels = createVectorKernels();
  const vectors = fc.array(fc.int8Array({ minLength: 32, maxLength: 32 }), { minLength: 1, maxLength: 20 });
  const question = fc.array(fc.integer({ min: -2047, max: 2047 }), { minLength: 32, maxLength: 32 });
  const named = fc.array(fc.nat(19), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(vectors, question, named, (given, asked, numbers) => {
      const { buffer } = kernels.memory;
      new Int16Array(buffer, AT.question, 32).set(asked);
      for (const [i, vector] of given.entries()) new Int8Array(buffer, AT.vectors + 32 * i, 32).set(vector);
      const places = numbers.map((number) => number % given.length);
      new Int32Array(buffer, AT.places, places.length).set(places);
      kernels.dots(AT.question, AT.vectors, 32, AT.places, AT.places + 4 * places.length, AT.results);
      const sums = places.map((place) => asked.reduce((sum, one, i) => sum + one * given[place]![i]!, 0));
      assert.deepEqual([...new Int32Array(buffer, AT.results, places.length)], sums);
    }),
  );
});

test('distances up to the one given are selected', () => {
  const kernels = createVectorKernels();
  const distances = fc.array(fc.oneof(fc.nat(9), fc.nat(65_535)), { minLength: 1, maxLength: 100 });
  fc.assert(
    fc.property(distances, fc.oneof(fc.nat(9), fc.constant(65_534)), (given, most) => {
      new Uint16Array(kernels.memory.buffer, AT.results, given.length).set(given);
      const end = kernels.select(AT.results, AT.results + 2 * given.length, most, AT.places);
      const selected = new Int32Array(kernels.memory.buffer, AT.places, (end - AT.places) / 4);
      assert.deepEqual(
        [...selected],
        given.flatMap((distance, i) => (distance <= most ? [i] : [])),
      );
    }),
  );
});

test('bits that differ are counted in each vector that is compared', () => {
  const kernels = createVectorKernels();
  const block = fc.uint8Array({ minLength: 16, maxLength: 16 });
  const vectors = fc.integer({ min: 1, max: 3 }).chain((blocks) => {
    const vector = fc
      .array(block, { minLength: blocks, maxLength: blocks })
      .map((all) => all.flatMap((b) => [...b]));
    return fc.tuple(vector, fc.array(vector, { minLength: 1, maxLength: 20 }));
  });
  fc.assert(
    fc.property(vectors, fc.nat(255), fc.nat(255), ([question, others], present, eligible) => {
      const { buffer } = kernels.memory;
      const bytes = new Uint8Array(buffer);
      bytes.set(question, AT.question);
      bytes.set(others.flat(), AT.vectors);
      const compared = others.map((_, i) => ((present & eligible) >> (i % 8)) & 1);
      new Float32Array(buffer, AT.scales).set(others.map((_, i) => ((present >> (i % 8)) & 1) / 8));
      bytes.set(
        others.map((_, i) => (eligible >> (i % 8)) & 1),
        AT.eligible,
      );
      const histogram = new Uint32Array(buffer, AT.histogram, 8 * question.length + 1).fill(0);
      kernels.distances(
        AT.question,
        AT.question + question.length,
        AT.vectors,
        AT.vectors + others.length * question.length,
        AT.scales,
        AT.eligible,
        AT.results,
        AT.histogram,
      );
      const differing = others.map((other) =>
        other.reduce((sum, byte, i) => sum + (byte ^ question[i]!).toString(2).replaceAll('0', '').length, 0),
      );
      const counted = new Uint16Array(buffer, AT.results, others.length);
      assert.deepEqual(
        [...counted],
        differing.map((distance, i) => (compared[i] === 1 ? distance : 65_535)),
      );
      const counts = Array.from(
        histogram,
        (_, d) => differing.filter((own, i) => own === d && compared[i]).length,
      );
      assert.deepEqual([...histogram], counts);
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
