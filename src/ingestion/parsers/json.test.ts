import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseJson } from './json.ts';

test('each record of an array is a block of lines that name their paths', () => {
  assert.deepEqual(
    blocksOf(
      '[{"name": "Ada", "address": {"city": "Basel"}, "tags": ["x", 7, null]}, {"name": "Bo", "pets": [{"kind": "cat"}]}]',
    ),
    ['name: Ada\naddress.city: Basel\ntags: x, 7', 'name: Bo\npets.1.kind: cat'],
  );
});

test('an object at the top is parted by its members', () => {
  assert.deepEqual(blocksOf('{"a": 1, "b": {"c": "x"}, "rows": [{"d": true}, {"d": false}], "e": ""}'), [
    'a: 1',
    'b.c: x',
    'rows.d: true',
    'rows.d: false',
  ]);
});

test('one value a line is read whatever the name of the file, and a broken line is named', () => {
  assert.deepEqual(blocksOf('{"a": 1}\n\n{"a": 2}\r\n'), ['a: 1', 'a: 2']);
  assert.throws(() => blocksOf('{"a": 1}\n{"a": \n'), { code: 'damaged_file', message: /line 2/ });
  assert.throws(() => blocksOf('{"a": 1,}'), { code: 'damaged_file', message: /not valid JSON/ });
});

test('a broken line among good ones stays as it is', () => {
  assert.deepEqual(blocksOf('{"a": 1}\n{"a": 2\n{"a": 3}'), ['a: 1', '{"a": 2', 'a: 3']);
  assert.throws(() => blocksOf(`${'{"a": 1}\n'.repeat(99)}${'{"a":\n'.repeat(21)}`), {
    code: 'damaged_file',
  });
});

test('numbers stay as they are written', () => {
  assert.deepEqual(blocksOf('[{"id": 12345678901234567890, "price": 18.00}]'), [
    'id: 12345678901234567890\nprice: 18.00',
  ]);
});

test('names that objects have of themselves are names like others', () => {
  assert.deepEqual(blocksOf('[{"__proto__": {"x": 1}, "constructor": "c"}]'), [
    '__proto__.x: 1\nconstructor: c',
  ]);
});

test('deep nesting is refused, and nothing at all too', () => {
  assert.throws(() => blocksOf(`${'{"a":'.repeat(150)}1${'}'.repeat(150)}`), { code: 'too_complex' });
  assert.throws(() => blocksOf('[{}, null, []]'), { code: 'no_text' });
});

function blocksOf(json: string): string[] {
  const { text, blocks } = parseJson(Buffer.from(json));
  return blocks.map(({ start, end }) => text.slice(start, end));
}
