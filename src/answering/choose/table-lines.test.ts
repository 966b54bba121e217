import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitSentences } from '../../text/sentences.ts';
import { tableLines } from './table-lines.ts';

const read = (text: string) => {
  const lines = splitSentences(text, { layout: 'document' }).map(({ start, end }) => text.slice(start, end));
  return tableLines(lines).map(({ leads, head }, i) => ({ text: lines[i]!, leads, head }));
};
const leading = (text: string) => read(text).flatMap((line) => (line.leads ? [line.text] : []));

test('the head of a table leads to its rows, which refer to it, whatever comes between', () => {
  const lines = read('Fees\n\nYear | Adults | Children\n2022 | 12 | 6\n2023 | 14 | 7\n\nFamilies pay half.');
  assert.deepEqual(
    lines.map(({ leads, head }) => [leads, head]),
    [
      [true, null],
      [true, null],
      [false, 1],
      [false, 1],
      [false, null],
    ],
  );
});

test('rows that repeat their head are answers, the head is not', () => {
  const csv = 'Team | Town | Cups\n\nTeam: Blues | Town: Bern | Cups: 1\nTeam: Reds | Town: Basel | Cups: 2';
  assert.deepEqual(leading(csv), ['Team | Town | Cups']);
  const mixed = 'plan | size\n\nplan: Free | size: 10 MB\nplan: Team | size: 2';
  assert.deepEqual(leading(mixed), ['plan | size']);
});

test('a label over the figures of a flattened table leads to them', () => {
  const table =
    'HARBOUR TRUST\n(in thousands)\nYear ended 30 June, 2023 2022\n\nBerths $ 420 $ 398\nStorage 77 81\nTotal 497 479\n\nBerths grew most.';
  const lines = read(table);
  assert.deepEqual(
    lines.filter(({ leads }) => !leads).map(({ text }) => text),
    ['Berths $ 420 $ 398', 'Storage 77 81', 'Total 497 479', 'Berths grew most.'],
  );
  assert.equal(lines.find(({ text }) => text.startsWith('Total'))?.head, 0);
});

test('lines of contents lead to their pages, with leaders or below a title', () => {
  assert.deepEqual(leading('Opening hours ........ 12\nThe museum opens at nine.'), [
    'Opening hours ........ 12',
  ]);
  assert.deepEqual(leading('Fees . . . . . . . 7\n\nFees are due in May.'), ['Fees . . . . . . . 7']);
  const contents = 'Contents\n\nItem 1. | Business | 3\nItem 2. | Risks | 9\nItem 3. | Property | 19';
  assert.deepEqual(leading(contents), contents.split(/\n+/));
});

test('settings and their values, and code that ends in figures, are not heads', () => {
  assert.deepEqual(leading('host | localhost\nport | 6379\ntimeout | 30'), []);
  assert.deepEqual(leading('LPUSH list a\n\nLTRIM list 0 99\n\nThe list is short now.'), []);
});
