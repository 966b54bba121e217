import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statesNothing } from './statement-kind.ts';

test('headings, introductions and questions to the user state nothing, anything with a number does', () => {
  for (const text of [
    '## Leave',
    '**Refunds**',
    'Do it in this order:',
    'Want more?',
    '还有问题吗？',
    '|---|---|',
    '---',
    'Θέλετε κι άλλα;',
  ])
    assert.ok(statesNothing(text, 'sentence'), text);
  for (const text of [
    'Staff get 30 days.',
    'After 14 days:',
    '- first item',
    '| a | b |',
    `Leave ${'and more '.repeat(20)}:`,
  ])
    assert.ok(!statesNothing(text, 'sentence'), text);
  assert.ok(!statesNothing('```\nrun:\n```', 'code'));
});
