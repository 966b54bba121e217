import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeZip } from '../../../../../scripts/samples/zip.ts';
import { epubOf } from '../../../../../test/office-files.ts';
import { parseEpub } from './epub.ts';

test('chapters come in reading order, with their headings, and the book has its first title', () => {
  const chapters = ['<h1>First</h1><p>It began.</p>', '<h1>Second</h1><p>It ended&nbsp;well.</p>'];
  const { title, text, blocks } = parseEpub(epubOf({ title: 'A tale', chapters }));
  assert.equal(title, 'A tale');
  assert.deepEqual(
    blocks.map(({ kind, start, end }) => [kind, text.slice(start, end)]),
    [
      ['heading', 'First'],
      ['paragraph', 'It began.'],
      ['heading', 'Second'],
      ['paragraph', 'It ended well.'],
    ],
  );
});

test('a book whose chapters are encrypted is refused, and one whose fonts are is read', () => {
  const encryption = (uri: string) => ({
    name: 'META-INF/encryption.xml',
    text: `<encryption><EncryptedData><CipherData><CipherReference URI="${uri}"/></CipherData></EncryptedData></encryption>`,
  });
  const book = { title: 'A tale', chapters: ['<p>It began.</p>'] };
  assert.throws(() => parseEpub(epubOf({ ...book, others: [encryption('OEBPS/text/chapter%200.xhtml')] })), {
    code: 'password_required',
  });
  assert.equal(parseEpub(epubOf({ ...book, others: [encryption('OEBPS/a.otf')] })).text, 'It began.');
});

test('an archive that is no book is refused, and a chapter that is missing is passed over', () => {
  assert.throws(() => parseEpub(makeZip([{ name: 'a.txt', text: 'words' }])), { code: 'damaged_file' });
  assert.throws(() => parseEpub(epubOf({ title: 'Empty', chapters: [] })), { code: 'no_text' });
});
