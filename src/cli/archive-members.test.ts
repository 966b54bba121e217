import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { deflatedRepeats, zipOf } from '../../test/zip-of.ts';
import { archiveMembers } from './archive-members.ts';
import { documentFiles } from './document-files.ts';

const cwd = temporaryFolder();

async function archiveOf(...entries: readonly Parameters<typeof zipOf>[0][number][]): Promise<string> {
  const path = join(cwd, 'a.zip');
  await writeFile(path, zipOf(entries));
  return path;
}

const entry = (name: string, content = 'text') => ({ name, content });

test('an archive includes its files, and none of their names leads out of it', async () => {
  const path = await archiveOf(
    ...['guide/intro.md', '../../etc/evil.md', '/root.txt', 'C:\\docs\\b.txt', 'a/./c.txt'].map((name) =>
      entry(name),
    ),
    ...['__MACOSX/guide/._intro.md', '.git/config.txt', 'folder/', '..', 'node_modules/x.md'].map((name) =>
      entry(name),
    ),
  );
  const names = (await archiveMembers(path)).map(({ name }) => name);
  assert.deepEqual(names, ['guide/intro.md', 'etc/evil.md', 'root.txt', 'C:/docs/b.txt', 'a/c.txt']);
});

test('files of an archive are named after both, so that a newer archive replaces them', async () => {
  await archiveOf(
    entry('guide/intro.md', 'Welcome.'),
    entry('inner.zip'),
    entry('tool.exe'),
    entry('none.md', ''),
  );
  const files = await documentFiles(['a.zip'], cwd);
  assert.deepEqual(
    files.map(({ name, reason }) => `${name}: ${reason}`),
    [
      'a.zip/guide/intro.md: undefined',
      'a.zip/inner.zip: archives within archives are not unpacked',
      'a.zip/none.md: the file is empty',
      'a.zip/tool.exe: .exe files are not read',
    ],
  );
  assert.match(files[0]!.docId, /^a-zip-guide-intro-[0-9a-f]{8}$/);
  assert.equal(await (await files[0]!.open()).text(), 'Welcome.');
  assert.deepEqual(
    (await documentFiles(['a.zip'], cwd)).map(({ docId }) => docId),
    files.map(({ docId }) => docId),
  );
});

test('a bomb in an archive only fails itself, and an invalid archive is reported as such', async () => {
  const packed = deflatedRepeats(Buffer.alloc(2 ** 20), 1024);
  await archiveOf({ name: 'bomb.txt', content: '', packed, declaredSize: 100 }, entry('fine.md', 'Fine.'));
  const [bomb, fine] = await documentFiles(['a.zip'], cwd);
  await assert.rejects(bomb!.open(), { code: 'too_complex' });
  assert.equal(await (await fine!.open()).text(), 'Fine.');
  await writeFile(join(cwd, 'a.zip'), 'no archive');
  const [broken, ...others] = await documentFiles(['a.zip'], cwd);
  assert.equal(others.length, 0);
  assert.match(broken!.error!, /damaged/);
});

test('more entries than there may be are refused', async () => {
  await archiveOf(...Array.from({ length: 10_001 }, (_, i) => entry(`${i}.md`, '')));
  const [file] = await documentFiles(['a.zip'], cwd);
  assert.match(file!.error!, /more than 10000 parts/);
});
