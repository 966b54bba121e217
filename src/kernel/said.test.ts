import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eitherOf, inEnglish, inLanguage, said } from './said.ts';

test('a text is translated by its message, and so are the texts in it', () => {
  const GERMAN = new Map([
    ['must be {0}, not {1}', 'muss {0} sein, nicht {1}'],
    ['{0} or {1}', '{0} oder {1}'],
    ['a list', 'eine Liste'],
  ]);
  const text = said`must be ${eitherOf(['a list', said`at most ${3}`])}, not ${'{0} $& a list'}`;
  assert.equal(inEnglish(text), 'must be a list or at most 3, not {0} $& a list');
  assert.equal(
    inLanguage(text, (message) => GERMAN.get(message) ?? message),
    'muss eine Liste oder at most 3 sein, nicht {0} $& a list',
  );
});
