import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rowParts } from '@docent-server/client';
import fc from 'fast-check';

/** The cells of a table below its labels, or the text of lines. */
function shown(paragraph: string) {
  return rowParts(paragraph).map((part) =>
    part.type === 'lines' ? part.text : [part.labels, ...part.rows.map((row) => row.map(({ text }) => text))],
  );
}

describe('the rows of a table in an answer', () => {
  it('have their labels once, above them, with the head of the table that repeats them', () => {
    const rows = 'Team: Blues | Location: STL\nTeam: Kings | Location: LA: west [1]';
    const table = [
      ['Team', 'Location'],
      ['Blues', 'STL'],
      ['Kings', 'LA: west [1]'],
    ];
    assert.deepEqual(shown(rows), [table]);
    assert.deepEqual(shown(`Team | Location\n${rows}`), [table]);
    assert.deepEqual(shown(`The teams.\n${rows}\nThat is all.`), ['The teams.', table, 'That is all.']);
    assert.deepEqual(shown('Team | Location\nTeam: Blues | Location: STL'), [table.slice(0, 2)]);
  });

  it('have an empty cell where a document has none', () => {
    assert.deepEqual(shown('A: 1 | B: 2 | C: 3\nA: 4 | C: 6\nA: 7 | B: 8 | C: 9'), [
      [
        ['A', 'B', 'C'],
        ['1', '2', '3'],
        ['4', '', '6'],
        ['7', '8', '9'],
      ],
    ]);
  });

  it('may have no labels, and end where another table begins', () => {
    assert.deepEqual(shown('Oil | 150 lux\nPaper | | \nBronze | 300 lux\nA: 1 | B: 2\nA: 3 | B: 4'), [
      'Oil | 150 lux\nPaper | | \nBronze | 300 lux',
      [
        ['A', 'B'],
        ['1', '2'],
        ['3', '4'],
      ],
    ]);
    assert.deepEqual(shown('Oil | 150 lux\nBronze | 300 lux'), [
      [null, ['Oil', '150 lux'], ['Bronze', '300 lux']],
    ]);
  });

  it('may be one', () => {
    assert.deepEqual(shown('The team:\nTeam: Blues | Location: STL [1]'), [
      'The team:',
      [
        ['Team', 'Location'],
        ['Blues', 'STL [1]'],
      ],
    ]);
  });

  it('are lines where one alone has no labels, or there are none', () => {
    for (const text of ['Blues | STL', 'a || b\nc || d', 'Either: a or b.\nOr: c.'])
      assert.deepEqual(shown(text), [text]);
  });

  it('lose no word, and say where each cell stands', () => {
    const line = fc
      .array(fc.constantFrom('a', 'b: c', 'b: d', ' | ', '|', ': ', 'é [1]'))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const text = lines.join('\n');
        for (const part of rowParts(text)) {
          if (part.type === 'lines') assert.ok(text.includes(part.text));
          else
            for (const cell of part.rows.flat())
              assert.equal(text.slice(cell.at, cell.at + cell.text.length), cell.text);
        }
        const words = rowParts(text).flatMap((part) =>
          part.type === 'lines'
            ? [part.text]
            : [...(part.labels ?? []), ...part.rows.flat().map((cell) => cell.text)],
        );
        for (const word of ['a', 'c', 'd', 'é'])
          assert.equal(words.join(' ').includes(word), text.includes(word));
      }),
    );
  });
});
