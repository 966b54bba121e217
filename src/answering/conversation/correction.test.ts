import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { correctedPart } from './correction.ts';

describe('A correction of the previous question', () => {
  for (const [question, part] of [
    ['no, I meant a list', 'a list'],
    ['Sorry, I mean the replica', 'the replica'],
    ['I meant: for children?', 'for children?'],
    ['Nein, ich meinte den Sonntag', 'den Sonntag'],
    ['Non, je voulais dire les enfants', 'les enfants'],
    ['no, me refería a la lista', 'la lista'],
    ['Нет, я имел в виду детей', 'детей'],
    ['不，我是说副本', '副本'],
  ] as const)
    it(`is what stands after its opening: ${question}`, () => assert.equal(correctedPart(question), part));

  for (const question of [
    'What do I mean by it?',
    'I meant',
    'Mean time between failures',
    'no',
    'No lists?',
  ])
    it(`is not seen in: ${question}`, () => assert.equal(correctedPart(question), undefined));
});
