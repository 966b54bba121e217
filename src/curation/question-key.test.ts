import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { questionKey } from './question-key.ts';

describe('questions are the same', () => {
  for (const [what, a, b] of [
    ['in other case', 'When does it OPEN?', 'when does it open?'],
    ['with other punctuation', 'Well, when does it open?', 'well when does it open…'],
    ['with other white space', ' When\tdoes \n it  open ', 'When does it open'],
    ['in full-width letters', 'ＷＨＥＮ　ｄｏｅｓ　ｉｔ　ｏｐｅｎ？', 'When does it open?'],
    ['with the apostrophe of another keyboard', 'What’s the price?', "What's the price?"],
    ['with composed and decomposed accents', 'Où est le café ?', 'Ou\u0300 est le cafe\u0301 ?'],
    ['with ß and SS', 'Wo ist die Straße?', 'WO IST DIE STRASSE'],
    ['with what nobody sees', 'When\u200b does it open', 'When does it open'],
    ['with quotation marks', '¿Qué es «docent»?', 'qué es docent'],
  ] as const) {
    test(what, () => assert.equal(questionKey(a), questionKey(b)));
  }
});

describe('questions are not the same', () => {
  for (const [what, a, b] of [
    ['in other words', 'When does it open?', 'When does it close?'],
    ['in another order', 'Does A beat B?', 'Does B beat A?'],
    ['of C, C# and C++', 'What is C?', 'What is C#?'],
    ['of C and C++', 'What is C?', 'What is C++?'],
    ['of 5 and −5 degrees', 'Is it open at 5 degrees?', 'Is it open at -5 degrees?'],
    ['of 1.5 and 15', 'Is 1.5 enough?', 'Is 15 enough?'],
    ['with another accent', 'Où est-il ?', 'Ou est-il ?'],
    ['of signs alone', '???', '!!!'],
  ] as const) {
    test(what, () => assert.notEqual(questionKey(a), questionKey(b)));
  }
});

test('the key of letters that upper case takes apart is its own key', () => {
  for (const question of ['Τι είναι ῒ', "ᄀ'ᅡ", "ŉ'ŉ"]) {
    const key = questionKey(question);
    assert.equal(questionKey(key), key);
  }
});

test('a key is its own key, is never empty, and bears any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
      const key = questionKey(`${text}x`);
      assert.equal(questionKey(key), key);
      assert.notEqual(key, '');
    }),
  );
});
