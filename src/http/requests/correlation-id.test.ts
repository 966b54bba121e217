import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { correlationIdOf, uuidV7 } from './correlation-id.ts';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('correlationIdOf', () => {
  for (const id of ['a', '!~', 'x'.repeat(128), 'req-1/2:3']) {
    it(`keeps ${id.slice(0, 20)} (${id.length} characters)`, () => assert.equal(correlationIdOf(id, 0), id));
  }

  for (const id of [undefined, '', ' ', 'a b', 'a\tb', 'é', 'x'.repeat(129), 'a\u0000', ['a', 'b']]) {
    it(`replaces ${JSON.stringify(id)?.slice(0, 20)}`, () => assert.match(correlationIdOf(id, 0), UUID_V7));
  }

  it('gives no id twice', () => {
    const ids = Array.from({ length: 1000 }, () => correlationIdOf(undefined, 1));
    assert.equal(new Set(ids).size, 1000);
  });
});

describe('uuidV7', () => {
  it('is the example of RFC 9562, appendix A.6', () => {
    const random = '00000000-0000-4cc3-98c4-dc0c0c07398f';
    assert.equal(uuidV7(0x017f22e279b0, random), '017f22e2-79b0-7cc3-98c4-dc0c0c07398f');
  });

  it('is well formed and sorts by time whatever is drawn', () => {
    const time = fc.nat({ max: 2 ** 31 });
    const random = fc.uuid({ version: 4 });
    fc.assert(
      fc.property(time, time, random, random, (earlier, later, one, other) => {
        const first = uuidV7(earlier, one);
        const second = uuidV7(earlier + 1 + later, other);
        assert.match(first, UUID_V7);
        assert.ok(first < second);
      }),
    );
  });
});
