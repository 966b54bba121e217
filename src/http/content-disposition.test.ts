import assert from 'node:assert/strict';
import { validateHeaderValue } from 'node:http';
import { test } from 'node:test';
import fc from 'fast-check';
import { attachmentNamed } from './content-disposition.ts';

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

test('whatever the name, the header is one that can be sent, and the name comes back', () => {
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
