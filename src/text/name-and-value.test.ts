import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isNameAndValue } from './name-and-value.ts';

test('a line may be a name and its value', () => {
  for (const line of ['Phone: 214', '  Base URL: https://example.org', 'Öffnungszeit:\t9 Uhr'])
    assert.ok(isNameAndValue(line), line);
  for (const line of [
    'Phone:',
    `Phone:${' '.repeat(50)}214`,
    'https://example.org',
    'phone: 214',
    'It rained. Note: a lot',
    'At 10:30 we met',
  ])
    assert.ok(!isNameAndValue(line), line);
});
