import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { askedRole } from './asked-role.ts';

describe('askedRole', () => {
  it('separates a role from its owner, whichever comes first', () => {
    assert.deepEqual(askedRole('Who is the CEO of PepsiCo?'), { role: 'CEO', owner: 'PepsiCo' });
    assert.deepEqual(askedRole('Who was the first president of the University of Chicago in 1891?'), {
      role: 'first president',
      owner: 'University of Chicago',
    });
    assert.deepEqual(askedRole("Who is Costco's chief financial officer?"), {
      role: 'chief financial officer',
      owner: 'Costco',
    });
  });

  it('finds no role when nobody is named or the question is about an action', () => {
    assert.equal(askedRole('Who is the king?'), null);
    assert.equal(askedRole("Who was appointed Genghis Khan's successor?"), null);
    assert.equal(askedRole('Who audits PepsiCo?'), null);
  });
});
