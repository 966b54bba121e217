import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { processorMs } from '../../../test/processor-time.ts';
import { numberForm } from './number-form.ts';

const FORMS: readonly (readonly [string, string])[] = [
  ['1,234', '1234'],
  ['1.234', '1234'],
  ['1 234', '1234'],
  ['1\u202f234\u202f567', '1234567'],
  ['1’234', '1234'],
  ['1,00,000', '100000'],
  ['１２３４', '1234'],
  ['١٬٢٣٤', '1234'],
  ['१२३४', '1234'],
  ['๑๒๓๔', '1234'],
  ['1,234.56', '1234.56'],
  ['1.234,56', '1234.56'],
  ['٣٫٥', '3.5'],
  ['3,5', '3.5'],
  ['3½', '3.5'],
  ['¼', '0.25'],
  ['0.125', '0.125'],
  ['0,500', '0.500'],
  ['40.00', '40'],
  ['05', '5'],
  ['007', '007'],
  ['192.168.0.1', '192.168.0.1'],
  ['12.05.2020', '12.05.2020'],
  ['3.10', '3.10'],
];

describe('The form of a number', () => {
  for (const [surface, form] of FORMS) {
    it(`reads ${surface} as ${form}`, () => assert.equal(numberForm(surface), form));
  }

  it('takes time linear in its digits', async () => {
    const tookMs = await processorMs(() => numberForm(`${'1'.repeat(100_000)}١`));
    assert.ok(tookMs < 2_000, `${tookMs} ms`);
  });
});
