import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createCircuitBreaker, type Pass } from './circuit-breaker.ts';

describe('a circuit breaker', () => {
  it('opens with the fifth failure within ten seconds, for five seconds', () => {
    const { breaker, enter, clock } = open();
    for (let i = 0; i < 4; i++) enter().failed();
    assert.equal(breaker.waitMs(), 0);
    enter().failed();
    assert.deepEqual(breaker.enter(), { waitMs: 5_000 });
    clock.ms += 4_999;
    assert.deepEqual(breaker.enter(), { waitMs: 1 });
    clock.ms += 1;
    enter();
  });

  it('is open until a probe succeeds, not only as long as nothing goes through', () => {
    const { breaker, enter, clock } = open();
    assert.equal(breaker.isOpen(), false);
    for (let i = 0; i < 5; i++) enter().failed();
    clock.ms += 60_000;
    assert.equal(breaker.isOpen(), true);
    const probe = enter();
    assert.equal(breaker.isOpen(), true);
    probe.succeeded();
    assert.equal(breaker.isOpen(), false);
  });

  it('stays closed when the failures lie further apart', () => {
    const { breaker, enter, clock } = open();
    for (let i = 0; i < 50; i++) {
      enter().failed();
      clock.ms += 2_500;
    }
    assert.equal(breaker.waitMs(), 0);
  });

  it('stays closed while more calls succeed than fail', () => {
    const { breaker, enter } = open();
    for (let i = 0; i < 100; i++) {
      enter().failed();
      enter().succeeded();
      enter().succeeded();
    }
    assert.equal(breaker.waitMs(), 0);
  });

  it('lets one probe through each five seconds until one succeeds', () => {
    const { breaker, enter, clock } = open();
    for (let i = 0; i < 5; i++) enter().failed();
    for (let i = 0; i < 3; i++) {
      clock.ms += 5_000;
      const probe = enter();
      assert.ok('waitMs' in breaker.enter(), 'a second call beside the probe');
      probe.failed();
      assert.deepEqual(breaker.enter(), { waitMs: 5_000 });
    }
    clock.ms += 5_000;
    enter().succeeded();
    assert.equal(breaker.isOpen(), false);
  });

  it('sends the next probe at once when the client of one left, and after five seconds when one hangs', () => {
    const { breaker, enter, clock } = open();
    for (let i = 0; i < 5; i++) enter().failed();
    clock.ms += 5_000;
    enter().left();
    enter();
    assert.deepEqual(breaker.enter(), { waitMs: 5_000 });
    clock.ms += 5_000;
    enter();
  });

  it('is not closed by a call that was sent before it opened', () => {
    const { breaker, enter } = open();
    const early = enter();
    for (let i = 0; i < 5; i++) enter().failed();
    early.succeeded();
    assert.equal(breaker.waitMs(), 5_000);
  });

  it('in an outage lets through five calls and one each five seconds, whenever the calls come', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1_500 }), { minLength: 1, maxLength: 300 }), (gaps) => {
        const { breaker, clock } = open();
        let through = 0;
        for (const gap of gaps) {
          clock.ms += gap;
          const pass = breaker.enter();
          if ('waitMs' in pass) continue;
          through++;
          pass.failed();
        }
        assert.ok(through <= 5 + clock.ms / 5_000 + 1);
      }),
    );
  });
});

function open() {
  const clock = { ms: 0 };
  const breaker = createCircuitBreaker({ now: () => clock.ms });
  const enter = (): Pass => {
    const pass = breaker.enter();
    assert.ok(!('waitMs' in pass), 'the call is not let through');
    return pass;
  };
  return { breaker, enter, clock };
}
