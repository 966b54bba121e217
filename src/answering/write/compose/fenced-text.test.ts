import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { unfenced } from './fenced-text.ts';

describe('unfenced', () => {
  for (const [what, text, sentences] of [
    ['an answer in a fence', '```\nIt is open [1]. It is warm.\n```', ['It is open [1].', 'It is warm.']],
    [
      'a list',
      '```markdown\n- It is open [1]\n- It is warm. [2]\n```',
      ['- It is open [1]', '- It is warm. [2]'],
    ],
    ['other fences', '~~~~ text\nIt is open[1]. [2]\n~~~~', ['It is open[1]. [2]']],
    ['a fence that is not closed', '```\nIt is open [1][2].', ['It is open [1][2].']],
    ['a fence in a fence', '````\n```\nIt is open [1].\n```\n````', ['It is open [1].']],
  ] as const) {
    it(`reads ${what}`, () => {
      const segments = unfenced({ kind: 'code', lead: '\n\n', text });
      assert.deepEqual(
        segments.map((segment) => segment.text),
        sentences,
      );
      assert.equal(segments[0]!.lead, '\n\n');
    });
  }

  for (const text of [
    '```\nprint(a[1])\n```',
    '```\nx = a[1]\n```',
    '```\nports: [80]\n```',
    '```\necho [1] two\n```',
    '```js\n// The first [1]\n```',
    '```\nnpm install client\n```',
    '```\n```',
    'It is `open` [1].',
  ]) {
    it(`leaves ${JSON.stringify(text)} as it is`, () => {
      const segment = { kind: text.startsWith('`') ? 'code' : 'sentence', lead: '', text } as const;
      assert.deepEqual(unfenced(segment), [segment]);
    });
  }
});
