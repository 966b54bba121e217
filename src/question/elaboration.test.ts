import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { elaboration } from './elaboration.ts';

describe('A request to go on', () => {
  for (const text of [
    'tell me more',
    'Can you explain more?',
    'can you explain that in more detail?',
    'more please',
    'Go on!',
    'Kannst du das genauer erklären?',
    'Mehr dazu, bitte',
    '¿Puedes explicarlo mejor?',
    'Подробнее, пожалуйста',
    '请解释一下',
    'もっと詳しく',
    'อธิบายเพิ่มเติม',
  ])
    it(`may ask for more: ${text}`, () => assert.deepEqual(elaboration(text), { adds: '' }));

  for (const [text, adds] of [
    ['Why?', 'why'],
    ['why not?', 'why not'],
    ['und warum?', 'warum'],
    ['¿por qué?', 'por qué'],
    ['为什么？', '为什么'],
    ['ทำไม', 'ทำไม'.normalize('NFKC')],
    ['Give me an example', 'example'],
    ['For example?', 'example'],
    ['dame un ejemplo', 'ejemplo'],
    ['Gib mir ein Beispiel, bitte!', 'beispiel'],
    ['举个例子', '举个例子'],
  ] as const)
    it(`may ask for a reason or an example: ${text}`, () => assert.equal(elaboration(text)?.adds, adds));

  for (const text of [
    'Why did it decrease?',
    'Explain consumer groups',
    'More stores in 2020?',
    'What is an example key?',
    'Example: SET a 1',
    'and for children?',
    '',
    '???',
  ])
    it(`has no subject of its own, unlike: ${text}`, () => assert.equal(elaboration(text), undefined));
});
