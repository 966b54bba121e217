import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { asksForMore } from './elaboration.ts';

describe('A request for more', () => {
  for (const text of [
    'tell me more',
    'can you explain that in more detail?',
    'Go on!',
    'Give me an example',
    'Why?',
    'why not?',
    'Kannst du das genauer erklären?',
    'Mehr dazu, bitte',
    'und warum?',
    '¿Puedes explicarlo mejor?',
    '¿por qué?',
    'Подробнее, пожалуйста',
    '请解释一下',
    'もっと詳しく',
    'อธิบายเพิ่มเติม',
  ])
    it(`is a message like: ${text}`, () => assert.ok(asksForMore(text)));

  for (const text of [
    'Why did it decrease?',
    'Explain consumer groups',
    'More stores in 2020?',
    'What is an example key?',
    'How long does it take?',
    'and for children?',
    '',
    '???',
  ])
    it(`is not: ${text}`, () => assert.ok(!asksForMore(text)));
});
