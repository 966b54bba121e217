import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { zipOf } from '../../../../test/zip-of.ts';
import { openZip, ZIP_LIMITS } from './zip-archive.ts';

test('entries come back as they were archived', () => {
  const archive = openZip(
    zipOf([
      { name: 'a.txt', content: 'words '.repeat(100) },
      { name: 'dir/b.txt', content: '' },
    ]),
  );
  assert.deepEqual(archive.names, ['a.txt', 'dir/b.txt']);
  assert.equal(Buffer.from(archive.read('a.txt')!).toString(), 'words '.repeat(100));
  assert.equal(archive.read('dir/b.txt')?.length, 0);
  assert.equal(archive.read('none'), undefined);
});

test('a declared size beyond the limits is refused before anything is unpacked, and only once it is asked for', () => {
  const huge = ZIP_LIMITS.inflatedBytesMax + 1;
  const archive = openZip(
    zipOf([
      { name: 'picture', content: 'x', declaredSize: huge },
      { name: 'text', content: 'words' },
    ]),
  );
  assert.equal(Buffer.from(archive.read('text')!).toString(), 'words');
  assert.throws(() => archive.read('picture'), { code: 'too_complex' });
});

test('an archive of too many entries is refused', () => {
  const manySmall = Array.from({ length: ZIP_LIMITS.entriesMax + 1 }, (_, i) => ({
    name: `${i}`,
    content: '',
  }));
  assert.throws(() => openZip(zipOf(manySmall)), { code: 'too_complex', message: /more than 5000 parts/ });
});

test('sizes that stand in the extra field of ZIP64 are read', () => {
  const archive = openZip(zipOf([{ name: 'a.txt', content: 'words', zip64: true }]));
  assert.equal(Buffer.from(archive.read('a.txt')!).toString(), 'words');
});

test('an encrypted entry asks for a password', () => {
  const bytes = zipOf([{ name: 'a.txt', content: 'words' }]);
  bytes[bytes.indexOf('PK\x01\x02', 0, 'latin1') + 8]! |= 1;
  assert.throws(() => openZip(bytes).read('a.txt'), { code: 'password_required' });
});

test('false declared sizes do not help a bomb: unpacked bytes are counted', () => {
  const archive = openZip(zipOf([{ name: 'bomb', content: '\0'.repeat(20 * 2 ** 20), declaredSize: 10 }]));
  assert.throws(() => archive.read('bomb'), { code: 'too_complex' });
});

test('several entries share one bound', () => {
  const content = Buffer.alloc(2 ** 20, 'a');
  const entry = { content, packed: deflateRawSync(content), declaredSize: 1000 };
  const archive = openZip(zipOf(Array.from({ length: 129 }, (_, i) => ({ ...entry, name: `${i}` }))));
  assert.throws(
    () => {
      for (const name of archive.names) archive.read(name);
    },
    { code: 'too_complex' },
  );
});

test('changed, cut and foreign bytes are damage', () => {
  const bytes = zipOf([{ name: 'a.txt', content: 'some words that matter' }]);
  const changed = Buffer.from(bytes);
  changed[40]! ^= 0xff;
  assert.throws(() => openZip(changed).read('a.txt'), { code: 'damaged_file' });
  for (let length = 0; length < bytes.length; length++) {
    assert.throws(() => openZip(bytes.subarray(0, length)).read('a.txt'), { code: 'damaged_file' });
  }
});
