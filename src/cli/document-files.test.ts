import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { zipOf } from '../../test/zip-of.ts';
import { documentFiles } from './document-files.ts';

let cwd: string;

before(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'docent-files-'));
  for (const folder of ['docs/guide', 'docs/.git', 'docs/node_modules/x', 'docs/[old]'])
    await mkdir(join(cwd, folder), { recursive: true });
  for (const file of [
    'docs/a.md',
    'docs/guide/intro.md',
    'docs/guide-intro.md',
    'docs/[old]/b.txt',
    'docs/tool.exe',
    'docs/Makefile',
    'docs/.hidden.md',
    'docs/.git/c.md',
    'docs/node_modules/x/readme.md',
  ])
    await writeFile(join(cwd, file), 'text');
  await writeFile(join(cwd, 'docs/empty.md'), '');
  await symlink('..', join(cwd, 'docs/loop'));
});

after(() => rm(cwd, { recursive: true }));

const namesOf = async (...paths: string[]) => (await documentFiles(paths, cwd)).map(({ name }) => name);

test("a folder includes everything in it except hidden files, links and packages' folders", async () => {
  assert.deepEqual(await namesOf('docs'), [
    'docs/Makefile',
    'docs/[old]/b.txt',
    'docs/a.md',
    'docs/empty.md',
    'docs/guide-intro.md',
    'docs/guide/intro.md',
    'docs/tool.exe',
  ]);
});

test('patterns also match folders; an existing path is taken literally; each file is listed once', async () => {
  assert.deepEqual(await namesOf('docs/*.md', 'docs/g*', 'docs/a.md'), [
    'docs/a.md',
    'docs/empty.md',
    'docs/guide-intro.md',
    'docs/guide/intro.md',
  ]);
  assert.deepEqual(await namesOf('docs/[old]'), ['docs/[old]/b.txt']);
});

test('what names nothing is an error', async () => {
  await assert.rejects(documentFiles(['docs/none.md'], cwd), /There is nothing at docs\/none\.md\./);
  await assert.rejects(documentFiles(['*.pdf'], cwd), /There is nothing at \*\.pdf\./);
});

test('files that are not read, and empty ones, are told with the reason', async () => {
  const reasons = (await documentFiles(['docs'], cwd))
    .filter(({ reason }) => reason !== undefined)
    .map(({ name, reason }) => `${name}: ${reason}`);
  assert.deepEqual(reasons, [
    'docs/Makefile: files without an extension are not read',
    'docs/empty.md: the file is empty',
    'docs/tool.exe: .exe files are not read',
  ]);
});

test('ids are the same every time, and differ where names do', async () => {
  const ids = async () =>
    (await documentFiles(['docs/guide', 'docs/guide-intro.md'], cwd)).map(({ docId }) => docId);
  const [one, other] = await ids();
  assert.deepEqual(await ids(), [one, other]);
  assert.match(one!, /^docs-guide-intro-[0-9a-f]{8}$/);
  assert.match(other!, /^docs-guide-intro-[0-9a-f]{8}$/);
  assert.notEqual(one, other);
});

test('an archive that looks as it did before is not read again', async () => {
  const path = join(cwd, 'docs/pack.zip');
  const bytes = zipOf([{ name: 'in.md', content: 'text' }]);
  const put = async (content: Uint8Array, modifiedAt: Date) => {
    await writeFile(path, content);
    await utimes(path, modifiedAt, modifiedAt);
  };
  const listings = new Map();
  const found = async () =>
    (await documentFiles(['docs/pack.zip'], cwd, listings)).map(
      ({ name, archiveError }) => archiveError ?? name,
    );
  await put(bytes, new Date(1_000));
  assert.deepEqual(await found(), ['docs/pack.zip/in.md']);
  // Were it read, it would be no archive any more.
  await put(new Uint8Array(bytes.length), new Date(1_000));
  assert.deepEqual(await found(), ['docs/pack.zip/in.md']);
  await put(new Uint8Array(bytes.length), new Date(2_000));
  assert.notDeepEqual(await found(), ['docs/pack.zip/in.md']);
  await rm(path);
});
