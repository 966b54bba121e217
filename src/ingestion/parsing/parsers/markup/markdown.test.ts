import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processorMs } from '../../../../../test/processor-time.ts';
import { parseMarkdown } from './markdown.ts';

const parse = (source: string) => parseMarkdown(Buffer.from(source));
const blocksOf = (source: string) => {
  const { text, blocks } = parse(source);
  return blocks.map(({ kind, level, start, end }) => [
    level ? `${kind} ${level}` : kind,
    text.slice(start, end),
  ]);
};

test('markup is removed and the words stay, except struck-out ones', () => {
  const source = `# A *title*

See [the guide](http://example.com/guide) and \`code\`,
wrapped here[^1]. ~~Gone~~ ![a picture](x.png)<!-- remark -->

[^1]: A note.
`;
  assert.deepEqual(blocksOf(source), [
    ['heading 1', 'A title'],
    ['paragraph', 'See the guide and code, wrapped here. a picture'],
    ['paragraph', 'A note.'],
  ]);
});

test('lists, tables, code and HTML are told apart', () => {
  const source = `- one
  - [x] two

| a | b |
|---|---|
| 1 | \`2\` |

\`\`\`js
  let x = 1;
\`\`\`

<table><tr><td>p</td><td>q</td></tr></table>

<script>alert(1)</script>

> quoted
`;
  assert.deepEqual(blocksOf(source), [
    ['list_item', '- one'],
    ['list_item', '- two'],
    ['paragraph', 'a | b'],
    ['table', 'a: 1 | b: 2'],
    ['code', '  let x = 1;'],
    ['table', 'p | q'],
    ['paragraph', 'quoted'],
  ]);
});

test('the items of ordered lists have their numbers, at their first paragraph', () => {
  const source = '3. Freeze.\n\n   Only fixes.\n4. > Build.\n   - inner\n\n   `make`\n';
  assert.deepEqual(
    blocksOf(source).map(([, text]) => text),
    ['3. Freeze.', 'Only fixes.', '4. Build.', '- inner', 'make'],
  );
});

test('a line end in the source is a space, except between names and values', () => {
  const lines = (source: string) => parse(source).text;
  assert.equal(lines('**Status:** closed\n**Duration:** an hour\n'), 'Status: closed\nDuration: an hour');
  assert.equal(lines('We met. Note: it\nrained\n'), 'We met. Note: it rained');
  assert.equal(lines('Status: closed,\nby all\n'), 'Status: closed, by all');
});

for (const [what, source, text] of [['with pipes', '| a |\n| - |\n| b |\n', 'a\nb']] as const) {
  test(`a table of one column ${what} is a table`, () =>
    assert.deepEqual(blocksOf(source), [['table', text]]));
}

test('a link to a person has the address, another one its words only', () => {
  const source =
    '- [Ann](mailto:ann@x.org), [docs](http://x.org/docs)\n\n| Who |\n|---|\n| [Bo](mailto:bo@x.org) |\n';
  assert.deepEqual(
    blocksOf(source).map(([, text]) => text),
    ['- Ann (ann@x.org), docs', 'Who\nBo (bo@x.org)'],
  );
});

test('code that goes over a line end stays one line', () =>
  assert.equal(parse('Call `read(path,\nmode)` once.').text, 'Call read(path, mode) once.'));

test('content that nests a hundred levels deep is read', () =>
  assert.match(parse(`${'> '.repeat(150)}deep *words*`).text, /deep words/));

test('a source with too many marks is read in pieces, with the same structure', async () => {
  const part = '# Title of C# #\n\n- an *item*\n\n| a | b |\n|---|---|\n| 1 | [two](http://x.y/z) |\n\n';
  let blocks: ReturnType<typeof blocksOf> = [];
  const tookMs = await processorMs(() => {
    blocks = blocksOf(part.repeat(10_000));
  });
  assert.ok(tookMs < 4_000, `${tookMs} ms`);
  assert.equal(blocks.length, 40_000);
  for (const start of [0, 39_996])
    assert.deepEqual(blocks.slice(start, start + 4), [
      ['heading 1', 'Title of C#'],
      ['list_item', '- an item'],
      ['paragraph', 'a | b'],
      ['table', 'a: 1 | b: two'],
    ]);
});

test('code that a piece ends in stays code', () => {
  const source = `${'*\n'.repeat(130_000)}\n\`\`\`\n${'# a line\n\n'.repeat(8_000)}\`\`\`\n\n# Title\n`;
  const kinds = blocksOf(source).map(([kind]) => kind);
  assert.deepEqual([...new Set(kinds)], ['code', 'heading 1']);
  assert.equal(kinds.filter((kind) => kind === 'heading 1').length, 1);
});

test('a source that nests without end is still read', () => {
  assert.match(parse(`${'>'.repeat(20_000)} deep words`).text, /deep words/);
  assert.match(parse(`${'*'.repeat(20_000)}deep words`).text, /deep words/);
});

test('long runs of white space and of hashes are read in time', async () => {
  const spaces = ' '.repeat(100_000);
  const many = '*\n'.repeat(20_000);
  let texts: string[] = [];
  const tookMs = await processorMs(() => {
    texts = [`a${spaces}b`, `${many}# a${' '.repeat(3_000)}b`, `${many}# a${'#'.repeat(60_000)}b ## `].map(
      (source) => parse(source).text.slice(-2),
    );
  });
  assert.ok(tookMs < 2_000, `${tookMs} ms`);
  assert.deepEqual(texts, [' b', ' b', '#b']);
});
