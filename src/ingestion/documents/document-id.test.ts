import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { baseNameOf, documentIdOf, filenameOfUrl, folderOf } from './document-id.ts';

test('an id is the name of the file, without folders and extension, in ASCII', () => {
  for (const [filename, id] of [
    ['handbook.pdf', 'handbook'],
    ['Über uns (final).pdf', 'Uber-uns-final'],
    ['Straße_und_Łódź.md', 'Strasse_und_Lodz'],
    ['ﬁnance № 4.csv', 'finance-No-4'],
    ['release v1.2.3.txt', 'release-v1-2-3'],
    ['archive.tar.gz', 'archive-tar'],
    ['.env', 'env'],
    ['--help', 'help'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\notes.docx', 'notes'],
    ['文档.pdf', 'document'],
    ['', 'document'],
    ['...', 'document'],
    ['a\0b\n.txt', 'a-b'],
    ['answer-5.md', 'document-answer-5'],
    ['answer.md', 'document-answer'],
    ['answers.md', 'answers'],
  ]) {
    assert.equal(documentIdOf(filename!), id);
  }
});

test('whatever the name, the id has the characters and the length that ids have', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ maxLength: 400 })), (filename) => {
      assert.match(documentIdOf(filename), /^[A-Za-z0-9_-]{1,109}$/);
      assert.doesNotMatch(`${documentIdOf(filename)}-2`, /^answer-/);
    }),
  );
});

test('a base name holds no slash of either kind', () => {
  assert.equal(baseNameOf('a/b\\c.txt'), 'c.txt');
  assert.equal(baseNameOf('folder/'), 'folder');
  fc.assert(fc.property(fc.string(), (path) => assert.doesNotMatch(baseNameOf(path), /[/\\]/)));
});

test('a URL names its file by the last part of its path, or else by its host', () => {
  for (const [url, filename] of [
    ['https://example.com/a/report%20final.pdf?x=/y.txt#z', 'report final.pdf'],
    ['https://example.com/docs/', 'docs'],
    ['https://example.com/', 'example.com'],
    ['https://example.com/%2e%2e%2fetc%2fpasswd', 'passwd'],
    ['https://example.com/%', '%'],
    ['https://example.com/%2f', 'example.com'],
  ]) {
    assert.equal(filenameOfUrl(url!), filename);
  }
});

test('the folder of a document is in its URL, or in the id that the command line gave it', () => {
  const upload = (docId: string, filename: string) =>
    folderOf({ docId, source: { kind: 'upload', filename } });
  assert.equal(upload('guide-intro-5f0c2a91', 'intro.md'), 'guide');
  assert.equal(upload('guide-a-Uber-uns-5f0c2a91', 'Über uns.md'), 'guide-a');
  assert.equal(upload('intro', 'intro.md'), '');
  assert.equal(upload('anything', 'intro.md'), '');
  const url = (address: string) => folderOf({ docId: 'a', source: { kind: 'url', url: address } });
  assert.equal(url('https://a.org/my%20guide/intro/?x=/y/z'), 'my guide');
  assert.equal(url('https://a.org/intro.html'), '');
});
