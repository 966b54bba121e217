import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { splitSentences } from '../../../text/sentences.ts';
import { chunkDocument } from '../../chunking/chunker.ts';
import { parseJson } from './json.ts';

const LONG = 'It keeps its edge. '.repeat(40);

test('a short text is one line, with its brackets and quotes, however it was indented', () => {
  assert.deepEqual(blocksOf('{\n  "name": "Ada",\n  "tags": ["x", 7, null],\n  "empty": {}\n}\n'), [
    '{"name": "Ada", "tags": ["x", 7, null], "empty": {}}',
  ]);
});

test('a value too long for a line is split by its members, and short members stay whole', () => {
  const blocks = blocksOf(
    `{"shop": "Green", "items": [{"name": "Trowel", "price": 12.50}, {"name": "Can"}], "note": "${LONG}"}`,
  );
  assert.deepEqual(blocks, [
    '{',
    '"shop": "Green",',
    '"items": [{"name": "Trowel", "price": 12.50}, {"name": "Can"}],',
    `"note": "${LONG}"`,
    '}',
  ]);
});

test('a list of records has a line for each, however short it is', () => {
  const blocks = blocksOf(
    '{"v": 1, "limits": [{"role": "CFO", "eur": 9}, {"role": "All", "eur": 1}], "p": [[1, 2], [3]]}',
  );
  assert.deepEqual(blocks, [
    ...['{', '"v": 1,', '"limits": [', '{"role": "CFO", "eur": 9},', '{"role": "All", "eur": 1}', '],'],
    ...['"p": [[1, 2], [3]]', '}'],
  ]);
  assert.deepEqual(blocksOf('[{"a": 1}, {"a": 2}]'), ['[{"a": 1}, {"a": 2}]']);
});

test('a section names the path to a split value, counting from 1', () => {
  const { blocks } = parseJson(
    Buffer.from(`{"items": [{"a": 1}, {"b": 2, "address": {"street": "${LONG}", "city": "Basel"}, "c": 3}]}`),
  );
  assert.deepEqual(
    [...new Set(blocks.map(({ section }) => section?.join('/')))],
    ['items', 'items/2', 'items/2/address'],
  );
  const [first] = parseJson(Buffer.from(`{"a": 1}\n{"b": "${LONG}"}`)).blocks.slice(-2);
  assert.deepEqual(first?.section, ['2']);
});

test('no chunk and no sentence cuts a record that fits on a line', () => {
  const records = Array.from(
    { length: 300 },
    (_, i) => `{"sku": "GRD-${i}", "text": "Item ${i} costs ${i}.5"}`,
  );
  for (const json of [
    `[${records.join(', ')}]`,
    `{"shop": {"items": [\n${records.join(',\n')}\n]}}`,
    records.join('\n'),
  ]) {
    const chunks = chunkDocument(parseJson(Buffer.from(json)));
    assert.ok(chunks.length > 10);
    const sentences = chunks.flatMap(({ text }) =>
      splitSentences(text).map(({ start, end }) => text.slice(start, end).replace(/,$/, '')),
    );
    assert.deepEqual(
      sentences.filter((sentence) => sentence.includes('GRD')),
      records,
    );
  }
});

test('no chunk is brackets alone', () => {
  const record = `{"address": {"street": "${LONG}"}}`;
  for (const chunk of chunkDocument(parseJson(Buffer.from(`[[${record}, {"list": [${record}]}]]`))))
    assert.match(chunk.text, /\w/);
});

test('escaped letters are letters, and escaped line ends white space; quotes stay escaped', () => {
  assert.deepEqual(blocksOf('{"a": "f\\u00fcr\\nBlumen \\/ \\"x\\" \\\\n"}'), [
    '{"a": "für Blumen / \\"x\\" \\\\n"}',
  ]);
});

test('any valid JSON comes back as the same value', () => {
  const plain = fc.string({ unit: fc.constantFrom('a', 'Ω', '"', '\\', '{', ',', ' '), maxLength: 300 });
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      plain,
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(true, null),
      fc.array(tie('value')),
      fc.dictionary(plain, tie('value')),
    ),
  }));
  fc.assert(
    fc.property(value, fc.constantFrom(0, 1), (given, indent) => {
      const json = JSON.stringify({ word: 'word', given }, null, indent);
      assert.deepEqual(JSON.parse(parseJson(Buffer.from(json)).text), JSON.parse(json));
    }),
    { numRuns: 200 },
  );
});

test('numbers of a vector share lines, and stay as they are written', () => {
  const json = `{"id": 12345678901234567890, "vector": [${'0.10, '.repeat(300)}1]}`;
  const blocks = blocksOf(json);
  assert.ok(blocks.length < 10, `${blocks.length} blocks`);
  assert.equal(blocks.join('').replace(/\s/g, ''), json.replace(/\s/g, ''));
});

test('one value a line is read whatever the name of the file, and a broken line is named', () => {
  assert.deepEqual(blocksOf('{"a": 1}\n\n{"a": 2}\r\n'), ['{"a": 1}', '{"a": 2}']);
  assert.throws(() => blocksOf('{"a": 1}\n{"a": \n'), { code: 'damaged_file', message: /line 2/ });
  assert.throws(() => blocksOf('{"a": 1,}'), { code: 'damaged_file', message: /not valid JSON/ });
});

test('a broken line among good ones stays as it is', () => {
  assert.deepEqual(blocksOf('{"a": 1}\n{"a": 2\n{"a": 3}'), ['{"a": 1}', '{"a": 2', '{"a": 3}']);
  assert.throws(() => blocksOf(`${'{"a": 1}\n'.repeat(99)}${'{"a":\n'.repeat(21)}`), {
    code: 'damaged_file',
  });
});

test('deep nesting and too many records are refused, and nothing at all too', () => {
  assert.throws(() => blocksOf(`${'{"a":'.repeat(150)}1${'}'.repeat(150)}`), { code: 'too_complex' });
  assert.throws(() => blocksOf('['.repeat(5_000_000)), { code: 'too_complex' });
  assert.throws(() => blocksOf(`[${'{},'.repeat(200_000)}{"a": 1}]`), { code: 'too_complex' });
  assert.throws(() => blocksOf('[{}, " ", []]'), { code: 'no_text' });
});

function blocksOf(json: string): string[] {
  const { text, blocks } = parseJson(Buffer.from(json));
  return blocks.map(({ start, end }) => text.slice(start, end));
}

test('a document is called what its outermost object calls itself', () => {
  const titleOf = (json: string) => parseJson(Buffer.from(json)).title;
  assert.equal(
    titleOf('{"title": "Limits of approval", "limits": [{"title": "CFO"}]}'),
    'Limits of approval',
  );
  for (const json of [
    '{"title": 7, "a": 1}',
    '{"a": {"title": "Inner"}}',
    '[{"title": "Item"}]',
    '"title"',
    '"a"',
  ])
    assert.equal(titleOf(json), null, json);
});
