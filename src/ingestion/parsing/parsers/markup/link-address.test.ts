import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressBeside } from './link-address.ts';

test('an address of a person stands beside the words of its link, unless they have it', () => {
  assert.equal(addressBeside('Ann Baker', 'mailto:ann@example.org?subject=Hi'), ' (ann@example.org)');
  assert.equal(addressBeside('Call us', 'tel:+44-20-7946'), ' (+44-20-7946)');
  assert.equal(addressBeside('Write to Ann@Example.org', 'mailto:ann@example.org'), '');
  assert.equal(addressBeside('+44 (20) 7946', 'tel:+44207946'), '');
  assert.equal(addressBeside(' ', 'mailto:ann@example.org'), '');
  for (const href of ['https://example.org', 'mailto:?subject=Hi', 'mailto:', 'tel:us', ''])
    assert.equal(addressBeside('Share', href), '', href);
});
