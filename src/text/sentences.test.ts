import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { processorMs } from '../../test/processor-time.ts';
import { mayHoldEnd, splitSentences } from './sentences.ts';

const sentences = (text: string, layout: 'prose' | 'document' = 'prose') =>
  splitSentences(text, { layout }).map(({ start, end }) => text.slice(start, end));

const CASES: Record<string, string[]> = {
  'at a stop with white space and a capital behind it': [
    'It works.',
    'Does it?',
    'Yes!',
    'And on…',
    'Then it stopped.',
  ],
  'behind closing quotes and brackets': ['“Stop.”', 'He did.', '(Later.)', 'Then he left.'],
  'not before a small letter': ['"Why?" he asked.', 'Nobody knew.'],
  'not at titles, initials and Latin abbreviations': [
    'Dr. J. R. R. Smith of the U.S. Army met Prof. Lee in Brown v. Board, e.g. Monday.',
    'They talked.',
  ],
  'not at abbreviations before numbers': [
    'See Fig. 3 and No. 5 of Jan. 7 (ext. 300, part no. EL-22).',
    'The answer is no.',
    'We left.',
  ],
  'not within decimals, versions and addresses': [
    'Version 2.0 costs $3.50 at https://example.org/a?b.c today.',
    'Buy it.',
  ],
  'behind the marks of footnotes': ['It rained.[12][3]', 'We left.'],
  'not at German ordinals': ['Am 5. Mai kam er z.B. im 19. Jahrhundert.', 'Es war Nr. 5.', 'Danach ging er.'],
  'not at German ordinals with an article': [
    'Ab der 20. Stunde wird gezahlt.',
    'Es war bei jedem 3.',
    'Die anderen nicht.',
  ],
  'at Arabic, Hindi and Greek stops': [
    'هل هذا سؤال؟',
    'نعم.',
    'यह एक है।',
    'यह दो है॥',
    'Τι είναι αυτό;',
    'Βιβλίο.',
  ],
};

for (const [name, expected] of Object.entries(CASES)) {
  test(`a sentence ends ${name}`, () => assert.deepEqual(sentences(expected.join(' ')), expected));
}

test('full-width stops need no white space', () => {
  const expected = ['今天天气很好。', '我们去公园吧！', '“好的。”', '他说。'];
  assert.deepEqual(sentences(expected.join('')), expected);
});

test('a blank line ends a sentence, a line break within a paragraph does not', () => {
  assert.deepEqual(sentences('one line\nand the next\n \nanother'), ['one line\nand the next', 'another']);
});

test('list items, table rows and headings are sentences of their own', () => {
  assert.deepEqual(sentences('Introduction\nThe company was founded in 1990 and it\ngrew.'), [
    'Introduction',
    'The company was founded in 1990 and it\ngrew.',
  ]);
  assert.deepEqual(sentences('Needed:\n- one thing\n• another\n1. First. Then that\n2. Second'), [
    ...['Needed:', '- one thing', '• another'],
    ...['1. First.', 'Then that', '2. Second'],
  ]);
  assert.deepEqual(sentences('| a | b |\n| 1 | 2 |\nName\tAge\nBob\t12'), [
    ...['| a | b |', '| 1 | 2 |', 'Name\tAge', 'Bob\t12'],
  ]);
});

test('a table row ends where its line ends, however many sentences its cells hold', () => {
  const rows = [
    'code: 1 | cause: It is full. Then it stops.',
    'code: 2 | cause: none. no more',
    'code: 3 | x: y',
  ];
  assert.deepEqual(sentences(rows.join('\n')), [
    ...['code: 1 | cause: It is full.', 'Then it stops.'],
    ...['code: 2 | cause: none. no more', 'code: 3 | x: y'],
  ]);
  assert.deepEqual(sentences(rows.join('\n'), 'document'), rows, 'whole where it is short');
  const long = `code: 4 | cause: ${'It is very full. '.repeat(20).trim()}`;
  assert.equal(sentences(`${rows[0]}\n${long}`, 'document').length, 21);
});

test('in a document, a label at the start of a line belongs to what it labels', () => {
  const labelled = [
    '1. Freeze. Only fixes go in.',
    '2. Roll out.',
    'A: No. In the lab you wear closed shoes.',
  ];
  assert.deepEqual(sentences(labelled.join('\n'), 'document'), labelled);
  assert.deepEqual(sentences('We stopped. Stop. Then we went on.\nEnd.\nIt was late.', 'document'), [
    ...['We stopped.', 'Stop.', 'Then we went on.', 'End.', 'It was late.'],
  ]);
});

test('in a document, a label and its value at the end of a line complete the sentence before', () => {
  const setting = '--timeout: how long to wait for a reply. Default: 8000.';
  assert.deepEqual(sentences(`${setting}\n\nIt is long. Note: all of it is.`, 'document'), [
    setting,
    'It is long. Note: all of it is.',
  ]);
  assert.equal(sentences(`It is long. Note: ${'this goes on '.repeat(5)}.`, 'document').length, 2);
});

test('in a document, lines of names and values are sentences of their own', () => {
  const lines = [
    'Date:      4 June 2026',
    'Chair: Ada Obi',
    'Present: Ada Obi,\n  Hanno Feld',
    'Sent by: C. Yu',
  ];
  assert.deepEqual(sentences(lines.join('\n'), 'document'), lines);
  assert.equal(sentences('We met there\nNote: it rained', 'document').length, 1);
  assert.deepEqual(sentences('MINUTES\nDate: 2 May\nPlace: Aurora\nin Bonn\nChair: Ann', 'document'), [
    ...['MINUTES', 'Date: 2 May', 'Place: Aurora\nin Bonn', 'Chair: Ann'],
  ]);
});

test('in a document, a line further left than the one before begins a sentence', () => {
  const lines = ['1st floor', 'Sales, purchase (1.2)', 'and the canteen', '2nd floor', 'Offices'];
  assert.deepEqual(
    sentences('1st floor\n  Sales, purchase (1.2)\n  and the canteen\n2nd floor\n  Offices', 'document'),
    [lines[0], `${lines[1]}\n  ${lines[2]}`, `${lines[3]}\n  ${lines[4]}`],
  );
  assert.equal(sentences('  It was late, and\nnobody came', 'document').length, 1);
});

test('a sentence of over 600 units is cut at white space', () => {
  const text = 'word '.repeat(400);
  const found = splitSentences(text);
  assert.ok(found.length > 3);
  for (const { start, end } of found) {
    assert.ok(end - start <= 500);
    assert.match(text.slice(start, end), /^word\b.*\bword$/);
  }
});

test('text without spaces or stops is cut between characters', () => {
  for (const [piece, longest] of [
    ['中', 220],
    ['x', 510],
    ['\u{20BB7}', 510],
  ] as const) {
    const found = sentences(piece.repeat(5_000));
    assert.ok(
      found.every((sentence) => sentence.length <= longest && sentence.isWellFormed()),
      piece,
    );
  }
});

const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
const prose = fc
  .array(
    fc.constantFrom(
      'Word',
      'word',
      '7',
      'Dr',
      '中文',
      'ไทย',
      '.',
      '. ',
      '? ',
      '。',
      '\n',
      '\n\n',
      ' ',
      '- ',
      '| ',
      '"',
      '…',
    ),
    {
      maxLength: 300,
    },
  )
  .map((pieces) => pieces.join(''));

test('sentences hold all but white space, in order, trimmed and bounded', () => {
  fc.assert(
    fc.property(fc.oneof(prose, fc.string({ unit, maxLength: 2_000 })), (text) => {
      let last = 0;
      for (const { start, end } of splitSentences(text)) {
        assert.equal(text.slice(last, start).trim(), '');
        assert.ok(start < end && end - start <= 600);
        assert.equal(text.slice(start, end).trim(), text.slice(start, end));
        last = end;
      }
      assert.equal(text.slice(last).trim(), '');
    }),
    { numRuns: 500 },
  );
});

test('a text that cannot hold the end of a sentence is one', () => {
  fc.assert(
    fc.property(fc.oneof(prose, fc.string({ unit: 'binary', maxLength: 400 })), (text) => {
      if (splitSentences(text).length > 1) assert.ok(mayHoldEnd(text));
    }),
  );
  assert.ok(!mayHoldEnd('Staff get 30 days, and “more'));
});

test('hostile text takes time linear in its length', async () => {
  const units = 500_000;
  for (const piece of [
    '.',
    '. ',
    'x',
    ' ',
    '\n',
    'a\n',
    '.)',
    '.[1',
    '; a',
    'U.',
    'A. ',
    '\u0301',
    '中',
    '\ud842\udfb7',
    '|\n',
  ]) {
    const tookMs = await processorMs(() => splitSentences(piece.repeat(units / piece.length)));
    assert.ok(tookMs < 5_000, `${JSON.stringify(piece)} took ${tookMs} ms`);
  }
});
