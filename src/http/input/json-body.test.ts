import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { RefusedError } from '../../errors.ts';
import { inEnglish } from '../../kernel/said.ts';
import { parseJsonBody } from './json-body.ts';

const parse = (text: string) => parseJsonBody(Buffer.from(text), { depthMax: 64 });

function refusedFor(reason: RegExp) {
  return (error: unknown) =>
    error instanceof RefusedError &&
    error.refusal.code === 'invalid_json' &&
    reason.test(inEnglish(error.refusal.reason));
}

describe('parseJsonBody', () => {
  it('reads any JSON as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (text) => {
        assert.deepEqual(parse(text), JSON.parse(text));
      }),
    );
  });

  it('counts no brackets in strings', () => {
    const text = JSON.stringify({ q: `${'[{'.repeat(100)}\\"${'['.repeat(100)}` });
    assert.deepEqual(parse(text), JSON.parse(text));
  });

  it('accepts 64 levels and rejects 65', () => {
    parse('['.repeat(64) + ']'.repeat(64));
    assert.throws(() => parse('['.repeat(65) + ']'.repeat(65)), refusedFor(/deeper than 64 levels/));
  });

  for (const [text, reason] of [
    ['', /empty/],
    ['{"question": "x"', /position 16/],
    ['nonsense', /not valid JSON/],
    ['['.repeat(500_000), /nested/],
  ] as const) {
    it(`rejects ${JSON.stringify(text.slice(0, 20))} with a reason`, () => {
      assert.throws(() => parse(text), refusedFor(reason));
    });
  }

  it('rejects what is not UTF-8', () => {
    assert.throws(
      () => parseJsonBody(Buffer.from([0x22, 0xff, 0x22]), { depthMax: 64 }),
      refusedFor(/UTF-8/),
    );
  });
});
