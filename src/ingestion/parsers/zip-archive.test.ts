import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, deflateRawSync } from 'node:zlib';
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

test('declared sizes beyond the limits are refused before anything is unpacked', () => {
  const huge = ZIP_LIMITS.inflatedBytesMax + 1;
  assert.throws(() => openZip(zipOf([{ name: 'a', content: 'x', declaredSize: huge }])), {
    code: 'too_complex',
  });
  const manyLarge = Array.from({ length: 200 }, (_, i) => ({
    name: `${i}`,
    content: 'x',
    declaredSize: 2 ** 20,
  }));
  assert.throws(() => openZip(zipOf(manyLarge)), { code: 'too_complex' });
  const manySmall = Array.from({ length: ZIP_LIMITS.entriesMax + 1 }, (_, i) => ({
    name: `${i}`,
    content: '',
  }));
  assert.throws(() => openZip(zipOf(manySmall)), { code: 'too_complex', message: /more than 5000 parts/ });
});

test('declared sizes that lie do not help a bomb: what is unpacked is counted', () => {
  const archive = openZip(zipOf([{ name: 'bomb', content: '\0'.repeat(20 * 2 ** 20), declaredSize: 10 }]));
  assert.throws(() => archive.read('bomb'), { code: 'too_complex' });
});

test('several entries share one bound', () => {
  const content = Buffer.alloc(2 ** 20, 'a').toString();
  const archive = openZip(
    zipOf(Array.from({ length: 129 }, (_, i) => ({ name: `${i}`, content, declaredSize: 1000 }))),
  );
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

interface TestEntry {
  readonly name: string;
  readonly content: string;
  readonly declaredSize?: number;
}

/** A deflated archive whose directory may lie about the sizes of its entries. */
function zipOf(entries: readonly TestEntry[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, declaredSize = content.length } of entries) {
    const packed = deflateRawSync(content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(declaredSize, 18);
    common.writeUInt16LE(name.length, 22);
    locals.push(Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), packed);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), common, rest, Buffer.from(name));
    offset += 30 + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, ...directory, end]);
}
