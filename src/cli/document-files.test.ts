import assert from 'node:assert/strict';
import { chmod, mkdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { zipOf } from '../../test/zip-of.ts';
import { documentFiles } from './document-files.ts';

const NOT_POSIX = process.platform === 'win32' || process.platform === 'darwin';

const cwd = temporaryFolder();

before(async () => {
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

test('a file elsewhere has the same id however it is named, of its own folder alone', async () => {
  const elsewhere = join(cwd, 'elsewhere');
  await mkdir(elsewhere);
  const found = async (path: string, from: string) =>
    (await documentFiles([path], from)).find(({ name }) => name.endsWith('/intro.md'))!;
  const file = join(cwd, 'docs/guide/intro.md');
  for (const [path, from] of [
    ['../docs', elsewhere],
    [join(cwd, 'docs'), elsewhere],
    ['../docs/guide/intro.md', elsewhere],
    [file, '/'],
    [file.slice(1), '/'],
  ] as const) {
    const { name, docId } = await found(path, from);
    assert.equal(name, file);
    assert.match(docId, /^guide-intro-[0-9a-f]{8}$/);
    assert.equal(docId, (await found(file, elsewhere)).docId);
  }
  assert.equal((await found('docs', cwd)).name, 'docs/guide/intro.md');
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
    (await documentFiles(['docs/pack.zip'], cwd, listings)).map(({ name, error }) => error ?? name);
  await put(bytes, new Date(1_000));
  assert.deepEqual(await found(), ['docs/pack.zip/in.md']);
  // Were it read, it would be no archive any more.
  await put(new Uint8Array(bytes.length), new Date(1_000));
  assert.deepEqual(await found(), ['docs/pack.zip/in.md']);
  await put(new Uint8Array(bytes.length), new Date(2_000));
  assert.notDeepEqual(await found(), ['docs/pack.zip/in.md']);
  await rm(path);
});

test('what cannot be read is listed with the reason, and all else is found', {
  skip: NOT_POSIX,
}, async () => {
  const folder = join(cwd, 'mixed');
  await mkdir(join(folder, 'locked'), { recursive: true });
  await writeFile(join(folder, 'good.md'), 'text');
  await writeFile(Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.of(0xe9), Buffer.from('.md')]), 'text');
  const isOwner = process.getuid?.() !== 0;
  if (isOwner) await chmod(join(folder, 'locked'), 0);
  const found = (await documentFiles(['mixed'], cwd)).map(({ name, error, holdsUnknown }) => [
    ...[name, error?.replace(/:.*/, ''), holdsUnknown],
  ]);
  if (isOwner) await chmod(join(folder, 'locked'), 0o700);
  assert.deepEqual(found, [
    ['mixed/caf\ufffd.md', 'its name is not in UTF-8', undefined],
    ['mixed/good.md', undefined, undefined],
    // Root may read it.
    ...(isOwner ? [['mixed/locked', 'EACCES', true]] : []),
  ]);
});
