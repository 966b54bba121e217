import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstLines, headingsOf } from './brief-parts.ts';

test('a heading is listed once, where it begins, and a slide by its title', () => {
  const chunks = [
    { section: 'Hours', page: 1, text: 'Hours\n\nFrom nine.' },
    { section: null, page: 1, text: 'Late.' },
    { section: 'Hours › In winter', page: 2, text: 'From ten.' },
    { section: 'Hours', page: 3, text: 'To six.' },
    { section: 'Slide 4', page: 4, text: 'Slide 4\n\nAuthor: Ann\n\nWays to pay\n\nCash' },
  ];
  assert.deepEqual(headingsOf(chunks), [
    { section: 'Hours', text: 'Hours', depth: 0, page: 1 },
    { section: 'Hours › In winter', text: 'In winter', depth: 1, page: 2 },
    { section: 'Slide 4', text: 'Ways to pay', depth: 0, page: 4 },
  ]);
});

test('first lines end with a sentence, or else with a word', () => {
  assert.equal(firstLines('A title\n\nA heading\n One line.\nAnother. '), 'One line. Another.');
  assert.equal(firstLines('Above\n\nAuthor: Ann\nTop | right\nTeam: A | City: B.\n\nBelow'), 'Above Below');
  assert.equal(firstLines('a | b\nc | d'), '');
  const sentence = `${'word '.repeat(40)}end.`;
  assert.equal(firstLines(`${sentence} ${'more '.repeat(40)}`), sentence);
  assert.match(firstLines('word '.repeat(100)), /word …$/);
});
