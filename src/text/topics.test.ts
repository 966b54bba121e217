import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { topicsOf } from './topics.ts';

const textsOf = (text: string, section: string | null = null) =>
  topicsOf({ text, section }).map((topic) => topic.text);

describe('Topics of a passage', () => {
  it('are its headings and the questions that are headings, in reading order, each once', () => {
    const text =
      'Are there lockers?\n\nThe cloakroom has 200 lockers.\n\nGetting here\n\nTram line 4 stops here.\n\nGetting here';
    assert.deepEqual(topicsOf({ text, section: 'Questions › Are there lockers?' }), [
      { text: 'Are there lockers?', isQuestion: true, isHeading: true },
      { text: 'Getting here', isQuestion: false, isHeading: false },
    ]);
  });

  it('are read without their numbers', () => {
    assert.deepEqual(textsOf('Texts.', 'Guide › 3.2 Opening hours'), ['Opening hours']);
    assert.deepEqual(textsOf('4) ¿Cuánto cuesta?\n\nNada.'), ['¿Cuánto cuesta?']);
  });

  it('are no sentences, table rows, lines of code or parts of any document', () => {
    const lines = [
      'It is open daily.',
      'Name | Price',
      'x = f(1)',
      'Chapter 3',
      'Introduction',
      'https://a.b/c',
    ];
    assert.deepEqual(textsOf(lines.join('\n\n')), []);
    assert.deepEqual(textsOf(`${'Very long heading '.repeat(8)}indeed`), []);
    assert.deepEqual(textsOf('What? How fast? Why?'), []);
    assert.deepEqual(textsOf('Two lines\nof one paragraph'), []);
  });
});
