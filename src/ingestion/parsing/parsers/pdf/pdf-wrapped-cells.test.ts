import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placedTextPdf } from '../../../../../test/placed-text-pdf.ts';
import { parsePdf } from './pdf.ts';

test('rows of a table whose last cells take several lines stay rows', async () => {
  const glossary = [
    ['Buyer', 'Service in charge of the award and', 'of the whole term of the contract.'],
    ['Unit', 'Work of one kind. It is ordered by the', 'Service alone.'],
    ['Order', 'What a buyer sends'],
  ];
  let y = 700;
  const shown = glossary.flatMap(([term, ...lines]) =>
    lines.flatMap((text, i) => {
      y -= 12;
      return [...(i === 0 ? [{ text: term!, x: 60, y }] : []), { text, x: 160, y }];
    }),
  );
  const { text, blocks } = await parsePdf(
    placedTextPdf([[...shown, { text: 'Below it', x: 160, y: y - 14 }]]),
  );
  const rows = glossary.map(([term, ...lines]) => `${term}\t${lines.join(' ')}`);
  assert.equal(text, `${rows.join('\n')}\n\nBelow it`);
  assert.deepEqual(
    blocks.map(({ kind }) => kind),
    ['table', 'paragraph'],
  );
});
