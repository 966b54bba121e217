import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RULES } from './rules.ts';
import { sourceWithout } from './switch-off.ts';

describe('Each rule of the ablation', () => {
  for (const rule of RULES) {
    it(`can be left out: ${rule.name}`, () => assert.notEqual(sourceWithout(rule.file, [rule]), ''));
  }

  it('has a name of its own', () => {
    assert.equal(new Set(RULES.map(({ name }) => name)).size, RULES.length);
  });
});
