import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createApiClient } from '../scripts/api-client.ts';
import { runCommand } from './command-run.ts';
import { openSlowProxy } from './console/slow-proxy.ts';
import { type OpenServer, openServer } from './open-server.ts';
import { freePort } from './test-servers.ts';
import { until } from './until.ts';
import { zipOf } from './zip-of.ts';

const MAIN = new URL('../src/docent.js', import.meta.url).pathname;
const KEY = 'cli-key';

let server: OpenServer;
let client: ReturnType<typeof createApiClient>;

before(async () => {
  const settings = { API_KEY: KEY, RATE_LIMIT_PER_MINUTE: '0' };
  server = await openServer({ settings });
  client = createApiClient(server.url);
});

after(() => server[Symbol.asyncDispose]());

/** A folder of its own to work in, with these files. */
function folderOf(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'docent-cli-'));
  const write = (name: string, text: string | Buffer) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  return { folder, write, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}

interface Run {
  /** Address of the server; null to name none. */
  readonly at?: string | null;
  readonly env?: Record<string, string>;
}

function start(cwd: string, args: readonly string[], { at = server.url, env }: Run = {}): ChildProcess {
  return spawn(process.execPath, [MAIN, ...args, ...(at === null ? [] : ['--url', at])], {
    cwd,
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function collected(child: ChildProcess): { out: string } {
  const collection = { out: '' };
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (bytes) => {
      collection.out += bytes;
    });
  return collection;
}

/** As a shell does. */
async function spawned(cwd: string, args: readonly string[], options?: Run) {
  const child = start(cwd, args, options);
  const collection = collected(child);
  const [code] = await once(child, 'close');
  return { code, lines: collection.out.trimEnd().split('\n').sort() };
}

/** In this process. */
async function run(cwd: string, args: readonly string[], { at = server.url } = {}) {
  const { code, out, err } = await runCommand(args, { at, cwd });
  return { code, lines: (out + err).trimEnd().split('\n').sort() };
}

describe('docent ingest', () => {
  it('brings a folder in, and skips it the next time', async () => {
    using work = folderOf({
      'docs/parking.md': '# Parking\n\nVisitors park behind the mill.',
      'docs/food/canteen.txt': 'The canteen of the mill opens at noon.',
      'docs/tool.exe': 'MZ',
    });
    const first = await spawned(work.folder, ['ingest', 'docs', '--tag', 'mill', '--tag', 'a, b']);
    assert.equal(first.code, 0, first.lines.join('\n'));
    const shown = first.lines.map((line) => line.replace(/-[0-9a-f]{8}$/, '-…'));
    assert.deepEqual(shown, [
      '2 done (2 passages), 1 skipped, 0 failed',
      'done     docs/food/canteen.txt: 1 passage as docs-food-canteen-…',
      'done     docs/parking.md: 1 passage as docs-parking-…',
      'skipped  docs/tool.exe: .exe files are not read',
    ]);
    const tagged = await client.allDocuments({ tag: 'a, b' });
    assert.deepEqual(
      tagged.map(({ status }) => status),
      ['done', 'done'],
    );
    const { sources } = await client.ask('Where do visitors of the mill park?');
    assert.match(sources[0]!.doc_id, /^docs-parking-/);

    const second = await spawned(work.folder, ['ingest', 'docs/**/*.{md,txt}']);
    assert.equal(second.code, 0);
    assert.deepEqual(second.lines, [
      '0 done (0 passages), 2 skipped, 0 failed',
      'skipped  docs/food/canteen.txt: unchanged',
      'skipped  docs/parking.md: unchanged',
    ]);
  });

  it('asks for the key before it replaces a document, and adds new ones without it', async () => {
    using work = folderOf({ 'stairs.md': 'The stairs of the mill are steep.' });
    assert.equal((await run(work.folder, ['ingest', '.'])).code, 0);
    work.write('stairs.md', 'The stairs of the mill are new.');
    work.write('cellar.md', 'The cellar of the mill is damp.');
    const keyless = await run(work.folder, ['ingest', '.']);
    assert.equal(keyless.code, 1);
    assert.equal(keyless.lines[0], '1 done (1 passage), 0 skipped, 1 failed');
    assert.match(keyless.lines[2]!, /^failed {3}stairs\.md: .* to replace a document.* --key/);
    const keyed = await run(work.folder, ['ingest', '.', '--key', KEY]);
    assert.equal(keyed.lines[0], '1 done (1 passage), 1 skipped, 0 failed');
  });

  it('unpacks an archive into a document for each of its files, and skips it the next time', async () => {
    using work = folderOf({});
    const files = {
      'north/lift.md': 'The lift of the tower is inspected in May.',
      '../roof.txt': 'The roof leaks.',
    };
    work.write('tower.zip', zipOf(Object.entries(files).map(([name, content]) => ({ name, content }))));
    const first = await run(work.folder, ['ingest', 'tower.zip']);
    assert.equal(first.code, 0, first.lines.join('\n'));
    assert.deepEqual(
      first.lines.map((line) => line.replace(/-[0-9a-f]{8}$/, '-…')),
      [
        '2 done (2 passages), 0 skipped, 0 failed',
        'done     tower.zip/north/lift.md: 1 passage as tower-zip-north-lift-…',
        'done     tower.zip/roof.txt: 1 passage as tower-zip-roof-…',
      ],
    );
    const { sources } = await client.ask('When is the lift of the tower inspected?');
    assert.match(sources[0]!.doc_id, /^tower-zip-north-lift-/);
    const { lines } = await run(work.folder, ['ingest', 'tower.zip']);
    assert.equal(lines[0], '0 done (0 passages), 2 skipped, 0 failed');
  });

  it('ends with 1 when a file failed, and says why', async () => {
    using work = folderOf({
      'broken.pdf': '%PDF-1.4 and nothing more',
      'fine.md': 'All is fine in the attic.',
    });
    const { code, lines } = await spawned(work.folder, ['ingest', 'broken.pdf', 'fine.md']);
    assert.equal(code, 1);
    assert.equal(lines[0], '1 done (1 passage), 0 skipped, 1 failed');
    assert.match(lines[2]!, /^failed {3}broken\.pdf: The PDF is damaged/);
  });

  it('ends with 1 when a file that was named cannot be read, alone or beside its folder', async () => {
    using work = folderOf({
      'docs/tool.exe': 'MZ',
      'docs/scan.pdf': 'no PDF',
      'docs/nest.md': 'Owls nest here.',
    });
    const folder = await run(work.folder, ['ingest', 'docs']);
    assert.equal(folder.code, 0, folder.lines.join('\n'));
    const { code, lines } = await run(work.folder, ['ingest', 'docs/tool.exe', 'docs/scan.pdf', 'docs']);
    assert.equal(code, 1);
    assert.deepEqual(
      lines.map((line) => line.slice(0, 60)),
      [
        '0 done (0 passages), 1 skipped, 2 failed',
        'failed   docs/scan.pdf: The file is named .pdf, but its cont',
        'failed   docs/tool.exe: .exe files are not read',
        'skipped  docs/nest.md: unchanged',
      ],
    );
  });

  it('needs no more than ten requests for 200 files, and as few to see that they are unchanged', async () => {
    const names = Array.from({ length: 200 }, (_, i) => `${i}.md`);
    using work = folderOf(Object.fromEntries(names.map((name) => [name, `Shelf ${name} holds files.`])));
    await using limited = await openServer({ settings: { RATE_LIMIT_PER_MINUTE: '10', API_KEY: KEY } });
    const { code, lines } = await run(work.folder, ['ingest', '.'], { at: limited.url });
    assert.equal(code, 0, lines.join('\n'));
    assert.equal(lines[0], '200 done (200 passages), 0 skipped, 0 failed');
    assert.equal(lines.length, names.length + 1, 'no line says that the server was waited for');
    // On the same data, another minute begins.
    await limited.stop();
    const settings = { RATE_LIMIT_PER_MINUTE: '10', API_KEY: KEY };
    await using restarted = await openServer({ folder: limited.folder, settings });
    const again = await run(work.folder, ['ingest', '.'], { at: restarted.url });
    assert.deepEqual([again.code, again.lines[0]], [0, '0 done (0 passages), 200 skipped, 0 failed']);
    assert.equal(again.lines.length, names.length + 1);
  });

  it('sends less at a time to a server that takes less, and fails only the file that is too large', async () => {
    const names = Array.from({ length: 12 }, (_, i) => `${i}.txt`);
    const text = (name: string, bytes: number) => `Shelf ${name} holds files. `.repeat(bytes / 26);
    using work = folderOf(Object.fromEntries(names.map((name) => [name, text(name, 400_000)])));
    work.write('large.txt', text('large', 1_200_000));
    work.write('huge.txt', text('huge', 4_000_000));
    await using small = await openServer({ settings: { MAX_FILE_SIZE_MB: '1' } });
    const { code, lines } = await run(work.folder, ['ingest', '.'], { at: small.url });
    assert.equal(code, 1);
    assert.match(lines[0]!, /^12 done .* 0 skipped, 2 failed$/);
    const failed = lines.filter((line) => line.startsWith('failed')).sort();
    assert.match(failed[0]!, /huge\.txt: .* may have at most 2 MB/);
    assert.match(failed[1]!, /large\.txt: Files may have at most 1 MB/);
  });

  it('finds out how ingests ended when the stream that tells it breaks', async () => {
    const names = Array.from({ length: 20 }, (_, i) => `${i}.md`);
    using work = folderOf(Object.fromEntries(names.map((name) => [name, `Box ${name} holds files.`])));
    await using proxy = await openSlowProxy(server.url);
    proxy.pace = { bytes: 1_000, everyMs: 0, cutAfter: 3 };
    const { code, lines } = await run(work.folder, ['ingest', '.'], { at: proxy.url });
    assert.equal(code, 0, lines.join('\n'));
    assert.equal(lines[0], '20 done (20 passages), 0 skipped, 0 failed');
    assert.ok(proxy.requests.filter((request) => request === 'GET /api/v1/ingest/docs').length > 1);
  });

  it('says what is wrong with a path', async () => {
    using work = folderOf({ 'a.md': 'text' });
    const nowhere = await run(work.folder, ['ingest', 'a.md', 'none.md']);
    assert.deepEqual(nowhere, { code: 1, lines: ['docent: There is nothing at none.md.'] });
  });

  it('calls the server of the settings in its folder', async () => {
    using work = folderOf({
      'a.md': 'Rooks nest in the mill.',
      '.env': `PORT=${new URL(server.url).port}\nAPI_KEY=${KEY}`,
    });
    const found = await spawned(work.folder, ['ingest', 'a.md'], { at: null });
    assert.equal(found.code, 0, found.lines.join('\n'));
  });

  it('says that nobody answers', async () => {
    using work = folderOf({ 'a.md': 'text' });
    const unreachable = await run(work.folder, ['list'], { at: 'http://127.0.0.1:1' });
    assert.equal(unreachable.code, 1);
    assert.match(
      unreachable.lines.join('\n'),
      /docent: Cannot reach http:\/\/127\.0\.0\.1:1\. Start the server/,
    );
  });

  it('waits for a server that starts after it', async () => {
    using work = folderOf({ 'a.md': 'The ferry leaves at noon.' });
    const at = `http://127.0.0.1:${await freePort()}`;
    const output = collected(start(work.folder, ['ingest', 'a.md'], { at }));
    await until(
      () => output.out.includes(`docent: Cannot reach ${at}. Start the server there`),
      () => output.out,
    );
    await using _later = await openServer({ settings: { PORT: new URL(at).port } });
    await until(
      () => /^done {5}a\.md/m.test(output.out),
      () => output.out,
    );
  });
});

describe('docent watch', () => {
  it('keeps a folder in step: adds, changes, moves and deletions, and those of when it did not run', async () => {
    using work = folderOf({
      'house/attic.md': 'The attic of the house is locked.',
      'house/cellar.md': 'The cellar of the house is damp.',
    });
    await client.upload('elsewhere.md', Buffer.from('The barn is elsewhere.'), { doc_id: 'elsewhere' });
    await run(work.folder, ['ingest', 'house/cellar.md', '--tag', 'damp', '--key', KEY]);
    const names = async () => {
      const documents = await client.allDocuments();
      return documents
        .filter(({ doc_id, status }) => doc_id.startsWith('house-') && status === 'done')
        .map(({ doc_id }) => doc_id.replace(/-[0-9a-f]{8}$/, ''))
        .sort()
        .join();
    };
    const answers = async (question: string) => (await client.ask(question)).answer;

    const first = start(work.folder, ['watch', 'house'], { env: { API_KEY: KEY } });
    const output = collected(first);
    await until(
      async () => (await names()) === 'house-attic,house-cellar',
      () => output.out,
    );
    work.write('house/roof/tiles.md', 'The tiles of the roof are red.');
    await until(
      async () => (await names()).includes('house-roof-tiles'),
      () => output.out,
    );
    work.write('house/cellar.md', 'The cellar of the house is dry by now.');
    await until(
      async () => (await answers('Is the cellar of the house damp or dry?')).includes('dry by now'),
      () => output.out,
    );
    const cellar = (await client.allDocuments()).find(({ doc_id }) => doc_id.startsWith('house-cellar'))!;
    assert.match(cellar.tags.join(), /^(damp,watch:.*|watch:.*,damp)$/, 'the tags of before stay');
    rmSync(join(work.folder, 'house/attic.md'));
    renameSync(join(work.folder, 'house/roof'), join(work.folder, 'house/top'));
    await until(
      async () => (await names()) === 'house-cellar,house-top-tiles',
      () => output.out,
    );
    first.kill('SIGINT');
    const [code] = await once(first, 'close');
    assert.equal(code, 0, output.out);

    rmSync(join(work.folder, 'house/top'), { recursive: true });
    work.write('house/garden.md', 'The garden of the house is wide.');
    const named = { name: 'watcher', scopes: ['ingest' as const] };
    const operator = createApiClient(server.url, { apiKey: KEY });
    const { key } = await operator.post('/api/v1/keys', { body: named });
    const second = start(work.folder, ['watch', 'house', '--key', key]);
    const again = collected(second);
    await until(
      async () => (await names()) === 'house-cellar,house-garden',
      () => again.out,
    );
    await until(
      () => again.out.includes('in sync'),
      () => again.out,
    );
    assert.doesNotMatch(again.out, /cellar/, 'what has not changed is not sent again');
    assert.equal((await client.status('elsewhere')).status, 'done', 'what it has not brought in stays');
    second.kill('SIGTERM');
    await once(second, 'close');
  });

  it('keeps an archive in step with what is in it, and takes nothing out while it cannot be unpacked', async () => {
    using work = folderOf({ 'mill/wheel.md': 'The wheel of the mill turns.' });
    const archive = (...names: string[]) =>
      zipOf(names.map((name) => ({ name, content: `The ${name} of the mill is old.` })));
    work.write('mill/parts.zip', archive('stone.md', 'sail.md'));
    const watching = start(work.folder, ['watch', 'mill', '--key', KEY]);
    const output = collected(watching);
    const has =
      (...parts: string[]) =>
      async () => {
        const documents = await client.allDocuments();
        const names = documents.flatMap(
          ({ doc_id }) => /^mill-parts-zip-(.*)-[0-9a-f]{8}$/.exec(doc_id)?.[1] ?? [],
        );
        return names.sort().join() === parts.join();
      };
    await until(has('sail', 'stone'), () => output.out);
    work.write('mill/parts.zip', archive('stone.md').subarray(0, 50));
    await until(
      () => /failed {3}mill\/parts\.zip: .*damaged/.test(output.out),
      () => output.out,
    );
    assert.ok(await has('sail', 'stone')());
    work.write('mill/parts.zip', archive('stone.md', 'axle.md'));
    await until(has('axle', 'stone'), () => output.out);
    watching.kill('SIGINT');
    await once(watching, 'close');
  });

  it('stops when most files have gone at once, such as those of an unmounted share, until it is allowed', async () => {
    const rooms = Array.from({ length: 12 }, (_, room) => [
      `barn/rooms/${room}.md`,
      `Room ${room} of the barn is empty.`,
    ]);
    using work = folderOf({ ...Object.fromEntries(rooms), 'barn/roof.md': 'The roof of the barn leaks.' });
    const idsLeft = async () =>
      (await client.allDocuments()).filter(({ doc_id }) => doc_id.startsWith('barn-')).length;
    const watching = start(work.folder, ['watch', 'barn', '--key', KEY]);
    const output = collected(watching);
    await until(
      () => output.out.includes('in sync'),
      () => output.out,
    );
    renameSync(join(work.folder, 'barn/rooms'), join(work.folder, 'unmounted'));
    const [code] = await once(watching, 'close');
    assert.equal(code, 1, output.out);
    assert.match(output.out, /^docent: 12 of 13 documents have lost their file .* --allow-empty/m);
    assert.equal((await run(work.folder, ['watch', 'barn', '--key', KEY])).code, 1);
    assert.equal(await idsLeft(), 13);

    const allowed = start(work.folder, ['watch', 'barn', '--key', KEY, '--allow-empty', '--quiet']);
    const after = collected(allowed);
    await until(
      async () => (await idsLeft()) === 1,
      () => after.out,
    );
    allowed.kill('SIGINT');
    await once(allowed, 'close');
    assert.equal(after.out, '');
  });

  it('does not begin without the key that a deletion needs, or with a wrong one, and says so', async () => {
    using work = folderOf({ 'shed/a.md': 'The shed is empty.' });
    assert.deepEqual(await run(work.folder, ['watch', 'shed']), {
      code: 1,
      lines: [
        'docent: The server needs its API key, for example to replace a document. Name it with --key or API_KEY.',
      ],
    });
    assert.deepEqual(await run(work.folder, ['watch', 'shed', '--key', 'wrong']), {
      code: 1,
      lines: ['docent: The server did not accept the API key. Name the right one with --key or API_KEY.'],
    });
    const body = { name: 'asker', scopes: ['ask' as const] };
    const { key } = await createApiClient(server.url, { apiKey: KEY }).post('/api/v1/keys', { body });
    assert.match(
      (await run(work.folder, ['watch', 'shed', '--key', key])).lines.join(),
      /needs the scope ingest/,
    );
    const documents = await client.allDocuments();
    assert.ok(!documents.some(({ doc_id }) => doc_id.startsWith('shed-')), 'nothing was sent');
  });
});
