import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processorMs } from '../../../../../../test/processor-time.ts';
import { parseRst } from './rst.ts';

const parse = (source: string) => parseRst(Buffer.from(source));
const textOf = (source: string) => parse(source).text;
const blocksOf = (source: string) => {
  const { text, blocks } = parse(source);
  return blocks.map(({ kind, level, start, end }) => [
    level ? `${kind} ${level}` : kind,
    text.slice(start, end),
  ]);
};

test('sections, paragraphs, lists, terms, code and tables are told apart', () => {
  const source = `=====
Guide
=====

A line
goes on.

Part \`one\`
----------

* first
  item

  #. inner
* - nested

2. Freeze::

     make *all*

term : class
  What it is.

  More of it.

:Author: Ann
:orphan:

-a, --all  Take all.

| One
| two

=====  =====
A      B
=====  =====
1      two
       lines
=====  =====

+---+-----+
| a | b c |
+===+=====+
| 1 | 2   |
|   | 3   |
+---+-----+

Say::

  no more

End.
`;
  assert.deepEqual(blocksOf(source), [
    ['heading 1', 'Guide'],
    ['paragraph', 'A line goes on.'],
    ['heading 2', 'Part one'],
    ['list_item', '- first item'],
    ['list_item', '- inner'],
    ['list_item', '- - nested'],
    ['list_item', '2. Freeze:'],
    ['code', 'make *all*'],
    ['paragraph', 'term: What it is.'],
    ['paragraph', 'More of it.'],
    ['paragraph', 'Author: Ann'],
    ['paragraph', '-a, --all: Take all.'],
    ['paragraph', 'One\ntwo'],
    ['paragraph', 'A | B'],
    ['table', 'A: 1 | B: two lines'],
    ['paragraph', 'a | b c'],
    ['table', 'a: 1 | b c: 2 3'],
    ['paragraph', 'Say:'],
    ['code', 'no more'],
    ['paragraph', 'End.'],
  ]);
});

test('a list right below its sentence is no part of it', () => {
  assert.deepEqual(blocksOf('These are filtered:\n - webhooks\n - imports\n\nterm\n  1. One'), [
    ['paragraph', 'These are filtered:'],
    ['list_item', '- webhooks'],
    ['list_item', '- imports'],
    ['paragraph', 'term'],
    ['list_item', '1. One'],
  ]);
});

/** What a text with marks shows. */
const INLINE: readonly (readonly [source: string, shown: string])[] = [
  [
    'See :ref:`the guide <guide>`, :doc:`/users/first-steps` and :py:func:`~a.b.c`.',
    'See the guide, first steps and c.',
  ],
  ['See :ref:`there`.\n\n.. _there:\n\nThe *place*\n-----------\n\nA.', 'See The place.\n\nThe place\n\nA.'],
  [
    'By :rfc:`2119`, press :kbd:`Ctrl+C` in :menuselection:`&File --> Quit`.',
    'By RFC 2119, press Ctrl+C in File > Quit.',
  ],
  [
    '`A page <http://x.y>`_, `Part one`_, Part_ and http://a.b/c_d.',
    'A page, Part one, Part and http://a.b/c_d.',
  ],
  [
    '**Bold**, *it*, 2*3*4, ``**kept** \\x `` and \\*stars\\*, re\\ *start*.',
    'Bold, it, 2*3*4, **kept** \\x  and *stars*, restart.',
  ],
  ['A note [1]_, more [#x]_ [Ann21]_.\n\n.. [1] Its text.', 'A note, more [Ann21].\n\nIts text.'],
  ['Of |name|, a|b|c.\n\n.. |name| replace:: Docent', 'Of Docent, a|b|c.'],
  ['A |gear|\n\nB |Ask here| c.\n\n.. |gear| image:: x.png\n.. |Ask here|\n   image:: y.png', 'A\n\nB c.'],
  ['A |b| |more-icon|.\n\n.. |b| replace:: :doc:`page </a>` |b|', 'A page b.'],
  ['A :strike:`no` b', 'A  b'],
  ['- :ref:`A b <c>`: All.\n- :a:b: All.', '- A b: All.\n\n- a:b: All.'],
];

test('links, roles and emphasis leave their text, and literals stay', () => {
  for (const [source, shown] of INLINE) assert.equal(textOf(source), shown, source);
});

/** What a directive shows. */
const DIRECTIVES: readonly (readonly [source: string, shown: string])[] = [
  ['.. note:: Stop\n   here.\n\nGo.', 'Stop here.\n\nGo.'],
  ['.. admonition:: A title\n   :class: x\n\n   Stop.', 'A title\n\nStop.'],
  [
    '.. versionadded:: 1.2\n   The option.\n\n.. deprecated:: v2',
    'Added in version 1.2: The option.\n\nDeprecated since version v2',
  ],
  [
    '.. option:: --all\n\n   .. versionadded:: 1.2\n\n   Take all.',
    '--all: Take all.\n\nAdded in version 1.2',
  ],
  [
    '.. py:function:: f(a, b=1)\n\n   Does it.\n\n   :param a: The first.',
    'f(a, b=1): Does it.\n\nparam a: The first.',
  ],
  ['.. code-block:: py\n   :linenos:\n\n   x = ":ref:`y`"\n', 'x = ":ref:`y`"'],
  ['.. toctree::\n   :maxdepth: 2\n\n   a\n   b\n\n.. image:: x.png\n   :alt: no\n\nA.', 'A.'],
  ['.. figure:: x.png\n   :alt: no\n\n   The caption.', 'The caption.'],
  [
    '.. only:: html\n\n   A.\n\n.. a comment\n   of two lines\n\n..\n\n.. _target: http://x.y\n\n__ http://x.y\n\nB.',
    'A.\n\nB.',
  ],
  [
    '.. csv-table:: Prices\n   :header: "Item", "Price"\n\n   "a, b", 2\n',
    'Prices\n\nItem | Price\n\nItem: a, b | Price: 2',
  ],
  [
    '.. list-table::\n   :header-rows: 1\n\n   * - Item\n     - Price\n   * - a *b*\n     - 2\n',
    'Item | Price\n\nItem: a b | Price: 2',
  ],
  ['.. glossary::\n\n   Latency\n      The time it takes.', 'Latency: The time it takes.'],
];

test('directives leave what they show', () => {
  for (const [source, shown] of DIRECTIVES) assert.equal(textOf(source), shown, source);
});

/** What a table of columns A, B and C shows. */
const TABLES: readonly (readonly [lines: string, shown: string])[] = [
  [
    '| x  | b | c |\n+----+   +---+\n| y  |   | d |\n+----+---+---+',
    'A: x | B: b | C: c\nA: y | B: b | C: d',
  ],
  ['| x  | |i j| |\n+----+---+---+\n| y  | b | c |\n+----+---+---+', 'A: x | B: i j\nA: y | B: b | C: c'],
  ['|`a|`| b | c |\n+----+---+---+', 'A: a| | B: b | C: c'],
  ['| x  | b |   |\n|    +---+---+\n| y  | d | c |\n+----+---+---+', 'A: x y | B: b\nA: x y | B: d | C: c'],
  ['| - x  | b |\n|   y\n+----+---+---+', 'A: - x y | B: b'],
];

test('the cells of a grid table end at their borders, and hold blocks', () => {
  const head = '+----+---+---+\n| A  | B | C |\n+====+===+===+\n';
  for (const [lines, shown] of TABLES) assert.equal(textOf(head + lines), `A | B | C\n\n${shown}`, lines);
  const cells = '+---------+----+\n| .. tip::| 1. |\n|         |    |\n|    Do.  |    |\n+---------+----+';
  assert.equal(textOf(cells), 'Do. | 1.');
});

test('the first title is that of the document', () => {
  assert.equal(parse('.. _x:\n\nA `page`_\n=========\n\nWords.').title, 'A page');
});

test('a source that nests or marks without end is read in time', async () => {
  const deep = Array.from({ length: 2_000 }, (_, depth) => `${' '.repeat(2 * depth)}* a`).join('\n\n');
  const grid = `+${'-+'.repeat(200)}\n`.repeat(200);
  const open = `+${'-+'.repeat(500)}\n${`|${' |'.repeat(500)}\n`.repeat(500)}`;
  const marks = ['*', '**', '`', '``', '|', ':a:`', '\\', '.. a::\n', '=\n', '_`', '[', '+-', ':a: '].map(
    (mark) => mark.repeat(20_000),
  );
  const tookMs = await processorMs(() => {
    for (const source of [deep, grid, open, ...marks]) assert.ok(textOf(`x\n\n${source}`).length > 0);
  });
  assert.ok(tookMs < 5_000, `${tookMs} ms`);
});

test('a tab has titles like the page that it is a part of', () => {
  const source = `Channels
========

.. tab:: Web

  Create a channel
  ----------------

  Select **Add**.

  - Not a title
    -----------
`;
  assert.deepEqual(blocksOf(source), [
    ['heading 1', 'Channels'],
    ['paragraph', 'Web'],
    ['heading 2', 'Create a channel'],
    ['paragraph', 'Select Add.'],
    ['list_item', '- Not a title -----------'],
  ]);
});
