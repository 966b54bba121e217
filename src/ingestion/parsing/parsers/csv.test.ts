import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processorMs } from '../../../../test/processor-time.ts';
import { parseCsv } from './csv.ts';

const textOf = (csv: string) => parseCsv(Buffer.from(csv)).text;

test('each row names its columns, so that it is understood alone', () => {
  assert.equal(
    textOf('Team,Location,Cups\nBlues,STL,1\n"Maple ""Leafs""",,13\n'),
    'Team | Location | Cups\n\nTeam: Blues | Location: STL | Cups: 1\nTeam: Maple "Leafs" | Cups: 13',
  );
});

test('the delimiter is guessed', () => {
  for (const delimiter of [';', '\t', '|']) {
    const csv = ['name,price', 'Tea, green'].map((line) => line.split(',').join(delimiter)).join('\n');
    assert.match(textOf(`${csv}\nMilk${delimiter}2`), /^name: Milk \| price: 2$/m, delimiter);
  }
});

test('a caption above the headers stays a line of its own', () => {
  assert.match(
    textOf('Stanley Cups,,\nTeam,Location,Cups\nBlues,STL,1\n'),
    /^Stanley Cups\n\nTeam \| Location \| Cups\n\nTeam: Blues/,
  );
});

test('a table without headers has its cells joined', () => {
  assert.equal(textOf('1,2\n3,4\n'), '1 | 2\n3 | 4');
  assert.equal(textOf('only,line\n'), 'only | line');
});

test('names that come again in their columns are a row like the others, and so are addresses', () => {
  assert.equal(
    textOf('Anna,Basel,Red\nPeter,Bern,Blue\nMary,Basel,Green\n'),
    'Anna | Basel | Red\nPeter | Bern | Blue\nMary | Basel | Green',
  );
  assert.equal(textOf('ann@x.org,Basel\nbo@x.org,Bern\n'), 'ann@x.org | Basel\nbo@x.org | Bern');
});

test('years name columns, the corner above the names of rows may be empty, headers come but once', () => {
  assert.equal(
    textOf(',2019,2020\nNorth,1,2\n,2019,2020\nSouth,3,4\n'),
    '2019 | 2020\n\nNorth | 2019: 1 | 2020: 2\nSouth | 2019: 3 | 2020: 4',
  );
});

test('two headers may be the same, the last ones empty, and one as long as the question of a survey', () => {
  assert.equal(
    textOf('Rule;Text;Owner;Text;;\n7;Lock doors;;By hand;x;\n8;Close;Ann;;;\n'),
    'Rule | Text | Owner | Text\n\nRule: 7 | Text: Lock doors | Text: By hand | x\nRule: 8 | Text: Close | Owner: Ann',
  );
  const question = `Why ${'so '.repeat(50)}late?`;
  assert.ok(textOf(`Name,Age,City,${question}\nAnn,7,Ulm,Rain\n`).endsWith(`City: Ulm | ${question}: Rain`));
});

test('without headers empty cells keep their place', () => {
  assert.equal(textOf('1,,3\n,5,6\n'), '1 |  | 3\n5 | 6');
});

test('line breaks within a cell do not break its row', () => {
  assert.match(textOf('id,text\n7,"two\nlines"\n'), /^id: 7 \| text: two lines$/m);
});

test('100,000 rows are read, and more than 200,000 are refused', async () => {
  const rows = (count: number) => Buffer.from(`id,name\n${'1,some name\n'.repeat(count)}`);
  const tookMs = await processorMs(() =>
    assert.equal(
      parseCsv(rows(100_000))
        .text.split('\n')
        .filter((line) => line.startsWith('id: 1')).length,
      100_000,
    ),
  );
  assert.ok(tookMs < 10_000, `${tookMs} ms`);
  assert.throws(() => parseCsv(rows(200_001)), { code: 'too_complex', message: /200000 rows/ });
});

test('huge headers cannot multiply a small file beyond the bound', () => {
  const headers = Array.from({ length: 100 }, (_, i) => `${'h'.repeat(90)}${i}`).join(',');
  const row = `${'1,'.repeat(99)}1\n`;
  assert.throws(() => parseCsv(Buffer.from(`${headers}\n${row.repeat(20_000)}`)), { code: 'too_complex' });
});
