import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { latencyClassOf, latencyWithin } from './latency-class.ts';

test('a reported quantile of latencies is accurate to 2.5 %', () => {
  const latencies = fc.array(fc.double({ min: 0.02, max: 1e6, noNaN: true }), {
    minLength: 1,
    maxLength: 50,
  });
  fc.assert(
    fc.property(latencies, fc.constantFrom(0.5, 0.95, 1), (given, share) => {
      const classes = new Map<number, number>();
      for (const ms of given) classes.set(latencyClassOf(ms), (classes.get(latencyClassOf(ms)) ?? 0) + 1);
      const sorted = [...classes]
        .map(([latencyClass, answers]) => ({ latencyClass, answers }))
        .sort((a, b) => a.latencyClass - b.latencyClass);
      const exact = given.toSorted((a, b) => a - b)[Math.ceil(share * given.length) - 1]!;
      const told = latencyWithin(sorted, share)!;
      assert.ok(Math.abs(told / exact - 1) <= 0.026, `${told} for ${exact}`);
    }),
  );
});

test('without answers there is no latency, and the shortest class is the lower bound', () => {
  assert.equal(latencyWithin([], 0.5), null);
  assert.equal(latencyClassOf(0), latencyClassOf(0.01));
});
