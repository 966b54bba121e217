import assert from 'node:assert/strict';
import { validateHeaderValue } from 'node:http';
import { test } from 'node:test';
import fc from 'fast-check';
import { attachmentNamed, byteRangeOf, languageAmong } from './header-fields.ts';

for (const [header, expected] of [
  ['bytes=0-0', { start: 0, end: 1 }],
  ['bytes=2-5', { start: 2, end: 6 }],
  ['bytes=2-', { start: 2, end: 10 }],
  ['bytes=2-99', { start: 2, end: 10 }],
  ['bytes=-3', { start: 7, end: 10 }],
  ['bytes=-99', { start: 0, end: 10 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=99-100', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-2', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,3-4', undefined],
  ['pages=1-2', undefined],
  ['bytes=0x1-2', undefined],
  [undefined, undefined],
] as const) {
  test(`of ten bytes, ${header} asks for ${JSON.stringify(expected) ?? 'all'}`, () => {
    assert.deepEqual(byteRangeOf(header, 10), expected);
  });
}

for (const [name, header] of [
  ['handbook.pdf', 'attachment; filename="handbook.pdf"'],
  ['two words.md', 'attachment; filename="two words.md"'],
  ['Übersicht.txt', `attachment; filename="Ubersicht.txt"; filename*=UTF-8''%C3%9Cbersicht.txt`],
  ['50%.txt', `attachment; filename="50_.txt"; filename*=UTF-8''50%25.txt`],
  ["a'(b)*.md", `attachment; filename="a'(b)*.md"`],
  ["é'(b)*.md", `attachment; filename="e'(b)*.md"; filename*=UTF-8''%C3%A9%27%28b%29%2A.md`],
  [
    'a"; filename="b.exe',
    `attachment; filename="a_; filename=_b.exe"; filename*=UTF-8''a%22%3B%20filename%3D%22b.exe`,
  ],
] as const) {
  test(`${name} is sent as ${header}`, () => assert.equal(attachmentNamed(name), header));
}

test('the header is valid for any name, and gives the name back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const header = attachmentNamed(name);
      validateHeaderValue('content-disposition', header);
      const encoded = /filename\*=UTF-8''([\w!#$&+.^`|~%-]*)$/.exec(header)?.[1];
      const plain = /^attachment; filename="([^"\\]*)"/.exec(header)![1];
      assert.equal(encoded === undefined ? plain : decodeURIComponent(encoded), name.toWellFormed());
    }),
  );
});

for (const [header, language] of [
  ['de', 'de'],
  ['de-AT, en;q=0.8', 'de'],
  ['en;q=0.5, DE; q=0.7', 'de'],
  ['fr, en, de', 'en'],
  ['de;q=0', 'en'],
  ['fr', 'en'],
  ['*', 'en'],
  ['de;q=x, ;;', 'en'],
  [undefined, 'en'],
] as const) {
  test(`of English and German, ${header} prefers ${language}`, () => {
    assert.equal(languageAmong(['en', 'de'], header), language);
  });
}
