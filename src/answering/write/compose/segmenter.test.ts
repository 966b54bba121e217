import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createSegmenter, type Segment } from './segmenter.ts';

function cut(deltas: readonly string[]): Segment[] {
  const segmenter = createSegmenter();
  return [...deltas.flatMap((delta) => segmenter.push(delta)), ...segmenter.end()];
}

const textsOf = (text: string) => cut([...text]).map((segment) => segment.text);

describe('Cutting a text that is being written', () => {
  it('gives a sentence as soon as the next one has begun, and not before', () => {
    const segmenter = createSegmenter();
    assert.deepEqual(segmenter.push('Staff get 30 days. '), []);
    assert.deepEqual(segmenter.push('Unused '), [{ lead: '', text: 'Staff get 30 days.', kind: 'sentence' }]);
    assert.deepEqual(segmenter.end(), [{ lead: ' ', text: 'Unused', kind: 'sentence' }]);
  });

  it('is not misled by abbreviations, initials, decimals and ordinals, letter by letter', () => {
    for (const sentence of [
      'See e.g. Dr. Smith and J. Doe of the U.S. Army.',
      'It costs 3.50 euros at 10 p.m. on weekdays.',
      'Der Antrag ist bis zum 5. Mai im 19. Jahrhundert zu stellen.',
    ])
      assert.deepEqual(textsOf(`${sentence} The next one follows.`), [sentence, 'The next one follows.']);
  });

  it('keeps markers with the sentence before them', () => {
    assert.deepEqual(textsOf('One is so [1]. Two is so. [1] [2] Three is so.[3] 四是这样。【4】 End'), [
      'One is so [1].',
      'Two is so. [1] [2]',
      'Three is so.[3]',
      '四是这样。【4】',
      'End',
    ]);
  });

  it('keeps a table row whole until its end is certain', () => {
    const row = '| One is so. Two is so.';
    assert.deepEqual(
      textsOf(`${row}\nStaff | 30`),
      cut([`${row}\nStaff | 30`]).map(({ text }) => text),
    );
    assert.deepEqual(textsOf(`${row}\nStaff | 30`), ['| One is so.', 'Two is so.', 'Staff | 30']);
  });

  it('cuts scripts without spaces', () => {
    assert.deepEqual(textsOf('退款在14天内支付。损坏的商品免费更换。谢谢'), [
      '退款在14天内支付。',
      '损坏的商品免费更换。',
      '谢谢',
    ]);
  });

  it('cuts lists, tables and headings by line', () => {
    assert.deepEqual(
      textsOf(
        '## Leave\n\nDo this:\n- first thing [1]\n- second. With more\n\n| a | b |\n|---|---|\n| 1 | 2 |',
      ),
      [
        '## Leave',
        'Do this:',
        '- first thing [1]',
        '- second.',
        'With more',
        '| a | b |',
        '|---|---|',
        '| 1 | 2 |',
      ],
    );
  });

  it('keeps a fenced block whole, whatever it holds, and an unclosed one to the end', () => {
    const block = '```bash\ncurl a[1]. Then b.\n\n~~~\n```';
    assert.deepEqual(cut([...`Run this:\n\n${block}\nThen go on.`]), [
      { lead: '', text: 'Run this:', kind: 'sentence' },
      { lead: '\n\n', text: block, kind: 'code' },
      { lead: '\n', text: 'Then go on.', kind: 'sentence' },
    ]);
    assert.deepEqual(cut(['So. ', '~~~\nx. Y', ' z.\n']).at(-1), {
      ...{ lead: '', text: 'So. ~~~\nx. Y z.', kind: 'sentence' },
      ...{ lead: '\n', text: 'x. Y z.' },
      ...cut(['So. ', '~~~\nx. Y', ' z.\n']).at(-1)!,
    });
  });

  it('takes spaces and tabs before a fence for its indentation, and no other white space', () => {
    for (const [indentation, kind] of [
      ['', 'code'],
      [' \t', 'code'],
      ['\u00a0', 'sentence'],
    ] as const)
      assert.equal(cut([`${indentation}~~~\nx\n~~~\n`])[0]!.kind, kind, JSON.stringify(indentation));
  });

  it('cuts a long run of stops, markers or white space, and keeps the break that the space makes', () => {
    for (const run of ['. ', '[1] ', '…'])
      for (const { text } of cut(Array.from({ length: 2_000 }, () => run)))
        assert.ok(text.length <= 1_024, `${text.length} units`);
    const [first, second] = cut(['So.', ' '.repeat(3_000), '\n\n', ' '.repeat(30), 'Then.']);
    assert.deepEqual([first!.text, second!.text, second!.lead.includes('\n\n')], ['So.', 'Then.', true]);
    assert.ok(second!.lead.length <= 1_024);
  });

  it('opens a block at the end of its line, whatever the line ends with', () => {
    assert.deepEqual(cut(['```| ', '. ', '\n', 'get']), cut(['```| . \nget']));
  });

  it('finds a fence that comes in one piece with what it holds', () => {
    const block = `~~~\n${'x. Y\n'.repeat(500)}~~~`;
    assert.deepEqual(
      cut([`${'So it is. '.repeat(150)}So.\n${block}\nThen.`]).slice(-2),
      [block, 'Then.'].map((text, i) => ({ lead: '\n', text, kind: i === 0 ? 'code' : 'sentence' })),
    );
  });

  it('waits for the end of a spaced ellipsis', () => {
    assert.deepEqual(cut(['Staff', '. ', '. ', '. ']), cut(['Staff. . . ']));
  });

  const piece = fc.constantFrom(
    ...[
      'Staff',
      'get',
      '30',
      'days',
      '.',
      '. ',
      ' ',
      ' ',
      '\n',
      '\n\n',
      '[1]',
      ' [2]',
      '[',
      '3, 4]',
      'e.g.',
      '5. Mai',
    ],
    ...[
      '- ',
      '1. ',
      '## ',
      '| ',
      '```\n',
      '```',
      '\n```\n',
      '退款',
      '。',
      '？',
      '」',
      'Dr.',
      'a',
      'B',
      '**',
      ':',
      '?',
      '😀',
    ],
  );

  it('cuts the same text the same way, however it comes in', () => {
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 40 }),
        fc.infiniteStream(fc.nat({ max: 9 })),
        (pieces, sizes) => {
          const text = pieces.join('');
          const deltas: string[] = [];
          for (let at = 0; at < text.length; ) {
            const size = 1 + sizes.next().value;
            deltas.push(text.slice(at, at + size));
            at += size;
          }
          assert.deepEqual(cut(deltas), cut([text]));
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('cuts a text without ends the same way, however it comes in', () => {
    fc.assert(
      fc.property(
        fc.array(piece, { minLength: 1, maxLength: 3 }),
        fc.array(piece, { maxLength: 9 }),
        fc.array(fc.integer({ min: 1, max: 2_000 }), { minLength: 1, maxLength: 5 }),
        (repeated, others, sizes) => {
          const text = (repeated.join('').repeat(400) + others.join('')).repeat(2);
          const deltas: string[] = [];
          for (let at = 0; at < text.length; at += deltas.at(-1)!.length)
            deltas.push(text.slice(at, at + sizes[deltas.length % sizes.length]!));
          assert.deepEqual(cut(deltas), cut([text]));
        },
      ),
      { numRuns: 40 },
    );
  });

  it('loses only the white space at the end', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary-ascii' }),
          fc.array(piece).map((pieces) => pieces.join('')),
        ),
        (text) => {
          const joined = cut([text])
            .map(({ lead, text }) => lead + text)
            .join('');
          assert.equal(joined, joined === '' && text.trim() === '' ? '' : text.trimEnd());
        },
      ),
    );
  });
});
