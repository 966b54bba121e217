import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import papaparse from 'papaparse';
import { createApiClient } from '../scripts/api-client.ts';
import { commandLinePage, idleProgram } from '../scripts/command-line-page.ts';
import { EXAMPLES } from '../src/cli/program.ts';
import type { DownloadDocument } from '../src/ports/download.ts';
import { runCommand } from './command-run.ts';
import { openIngestingServer } from './ingesting-server.ts';
import { writes } from './model-servers/behaviour.ts';
import { startOpenAiServer } from './model-servers/openai.ts';
import { type OpenServer, openServer } from './open-server.ts';
import { serveHttp } from './serve-http.ts';
import { commonSharedServers, NEEDS_SHARED_STORES } from './shared-servers.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { until } from './until.ts';

const PROGRAM = new URL('../src/docent.js', import.meta.url).pathname;
const KEY = 'cli-key';
const SETTLE_TIMEOUT_MS = 60_000;

const folder = temporaryFolder();

/** A command in an empty folder, with nothing but these settings. */
async function docent(args: readonly string[], { env = {} }: { env?: Record<string, string> } = {}) {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', ...env },
  });
  const [[code], out, err] = await Promise.all([
    once(child, 'close'),
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, out, err };
}

describe('the commands that call a server', () => {
  let server: OpenServer;
  const run = (args: readonly string[], options: { input?: string; apiKey?: string } = {}) =>
    runCommand(args, { at: server.url, cwd: folder, apiKey: KEY, ...options });

  before(async () => {
    server = await openServer({ settings: { API_KEY: KEY, SOURCE_ROOTS: folder } });
    const client = createApiClient(server.url);
    const add = (name: string, content: string, tag: string) =>
      client.upload(`${name}.md`, Buffer.from(content), { doc_id: name, title: name, tags: [tag] });
    await add('castle', 'The castle opens at nine in the morning. A family ticket costs 24 euros.', 'sights');
    await add('garden', 'The garden opens at seven in the morning. Picnics are welcome.', 'parks');
    const history = Array.from({ length: 5 }, (_, i) => `Lord number ${i} built a wing of grey stone.`);
    await add('mill', [...history, 'The mill grinds rye on Tuesdays.', ...history].join(' '), 'sights');
    await client.upload('broken.pdf', Buffer.from('%PDF-1.4 and nothing more'), { doc_id: 'broken' });
    await client.settled(SETTLE_TIMEOUT_MS);
  });
  after(() => server[Symbol.asyncDispose]());

  it('keys makes a key that works at once, lists it without it, and revokes it', async () => {
    const grants = ['--scope', 'ask', '--scope', 'review', '--tag', 'parks', '--expires', '2099-12-31'];
    const create = ['keys', 'create', 'kiosk', ...grants];
    const { code, out } = await run([...create, '--answers-per-day', '9', '--quiet']);
    assert.equal(code, 0);
    const key = out.trim();
    const seen = async () => (await run(['list', '--quiet', '--key', key])).out;
    assert.equal(await seen(), 'garden\n');
    const listed = await run(['keys', 'list']);
    assert.match(
      listed.out,
      /^kiosk\n {2}docent_.{6}…, ask review, sees parks, 0 of 9 answers, until 2099-12-31T00:00:00\.000Z, last/,
    );
    assert.ok(!listed.out.includes(key));
    assert.equal((await run([...create])).code, 1);
    assert.equal((await run(['keys', 'revoke', 'kiosk'])).out, 'Revoked.\n');
    assert.equal(await seen(), '');
    assert.match(
      (await run(['export', 'audit'])).out,
      /"actor":"API_KEY","action":"key.revoked","subject":"kiosk"/,
    );
  });

  it('ask prints the answer and its sources', async () => {
    const { code, out, err } = await run(['ask', 'What', 'does', 'a', 'family', 'ticket', 'cost?']);
    assert.deepEqual([code, err], [0, '']);
    assert.match(out, /A family ticket costs 24 euros\. \[1\]\n\n {2}\[1\] castle \(castle\)\n$/);
    assert.doesNotMatch((await run(['ask', '-q', 'What does a family ticket cost?'])).out, /\(castle\)/);
  });

  it('ask prints the sentence that answers below a long passage', async () => {
    const { out } = await run(['ask', 'When does the mill grind rye?']);
    assert.match(out, /stone\. \[1\]\n\n {2}\[1\] mill \(mill\)\n {6}The mill grinds rye on Tuesdays\.\n$/);
  });

  it('ask says of an unsure answer that it may be another, and names other passages', async () => {
    const { out } = await run(['ask', 'When does the zoo open in the morning?']);
    assert.match(
      out,
      /\n\nThis may not be what you asked for\.\nOther passages that may help:\n {2}castle \(castle\)\n {2}mill \(mill\)\n$/,
    );
  });

  it('ask reads a pipe, and prints the reply of the API', async () => {
    const { code, out } = await run(['ask', '--json'], { input: 'What does a family ticket cost?\n' });
    const { sources, meta } = JSON.parse(out);
    assert.deepEqual([code, meta.refused, sources[0].doc_id], [0, false, 'castle']);
  });

  it('ask looks in the documents that it is given, and says that they hold no answer', async () => {
    const question = 'What does a family ticket cost?';
    for (const where of [
      ['--doc', 'garden'],
      ['--tag', 'parks'],
    ]) {
      const { code, out } = await run(['ask', question, ...where]);
      assert.equal(code, 3);
      assert.match(out, /\nOnly documents of --doc and --tag were searched/);
    }
    assert.equal((await run(['ask', question, '--doc', 'garden', '--doc', 'castle'])).code, 0);
  });

  it('ask without a question asks for one', async () => {
    const { code, err } = await run(['ask']);
    assert.deepEqual(
      [code, err],
      [2, 'docent: There is no question. Write it after docent ask, or pipe it in.\n'],
    );
  });

  it('ask holds a conversation, line by line', async () => {
    const { code, out } = await run(['ask', '-i', '--json', 'When does the castle open?'], {
      input: 'And the garden?\n/new\nWhen does the garden open?\n',
    });
    const ids = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).meta.conversation_id);
    assert.deepEqual([code, ids.length, new Set(ids).size, ids[0] === ids[1]], [0, 3, 2, true]);
  });

  it('search prints passages and their best sentences', async () => {
    const { code, out } = await run(['search', 'family ticket', '--limit', '1']);
    assert.equal(code, 0);
    assert.match(out, /^0\.\d\d {2}castle \(castle\)\n {6}A family ticket costs 24 euros\.\n$/);
    assert.equal((await run(['search', 'family ticket', '-q', '--limit', '1'])).out, 'castle\n');
    const limited = { code: 2, out: '', err: 'docent: limit must be at least 1, not 0\n' };
    assert.deepEqual(await run(['search', 'family ticket', '--limit', '0']), limited);
    assert.deepEqual(
      JSON.parse((await run(['search', 'picnics', '--json'])).out).passages[0].doc_id,
      'garden',
    );
  });

  it('list prints documents, all or some', async () => {
    assert.match((await run(['list'])).out, /^done +1 passage +castle +castle$/m);
    assert.equal((await run(['list', '-q', '--status', 'failed'])).out, 'broken\n');
    const { out } = await run(['list', '--json', '--tag', 'parks']);
    assert.deepEqual(JSON.parse(out).doc_id, 'garden');
  });

  it('list says on standard error that there is nothing', async () => {
    const none = await docent(['list', '--tag', 'none', '--url', server.url]);
    assert.deepEqual(none, { code: 0, out: '', err: 'docent: There are no such documents.\n' });
    assert.equal((await docent(['list', '--tag', 'none', '-q', '--url', server.url])).err, '');
  });

  it('status prints the state of the server, or of documents', async () => {
    const { code, out } = await run(['status']);
    assert.equal(code, 0);
    assert.match(out, /^ready: Docent \d+\.\d+\.\d+, .*\n4 documents in \d passages: 3 done, 1 failed\n$/);
    const failed = await run(['status', 'garden', 'broken']);
    assert.equal(failed.code, 1);
    assert.match(
      failed.out,
      /^garden: done\n[\s\S]*^broken: failed\n[\s\S]*^ {2}error {4}The PDF is damaged/m,
    );
    const missing = await run(['status', 'nowhere']);
    assert.deepEqual(
      [missing.code, /^docent: There is no document .* with docent list\.\n$/.test(missing.err)],
      [1, true],
    );
  });

  it('retry reads failed documents again, and asks for which', async () => {
    assert.deepEqual(await run(['retry', '--failed']), { code: 0, out: 'retried  broken\n', err: '' });
    await createApiClient(server.url).settled(SETTLE_TIMEOUT_MS);
    assert.equal((await run(['retry', 'castle'])).code, 1);
    const { code, err } = await run(['retry']);
    assert.deepEqual([code, /--failed/.test(err)], [2, true]);
  });

  it('delete lists what a pattern matches, and deletes it when told to', async () => {
    const client = createApiClient(server.url);
    for (const id of ['draft-1', 'draft-2']) await client.upload(`${id}.md`, Buffer.from(id), { doc_id: id });
    await client.settled(SETTLE_TIMEOUT_MS);
    const listed = await run(['delete', 'draft-*']);
    assert.deepEqual([listed.code, listed.out], [1, 'draft-2\ndraft-1\n']);
    assert.match(listed.err, /2 documents would be deleted\. Add --yes/);
    const none = { code: 1, out: '', err: 'docent: No document has an id like memo-*.\n' };
    assert.deepEqual(await run(['delete', 'memo-*']), none);
    assert.equal((await run(['delete', 'memo-*', '--yes'])).code, 0, 'a script may delete again');
    const deleted = await run(['delete', 'draft-*', 'nowhere', '--yes']);
    assert.equal(deleted.code, 1);
    assert.match(deleted.out, /^failed {3}nowhere: .*\ndeleted {2}draft-2\ndeleted {2}draft-1\n$/);
    assert.match((await run(['delete', 'castle'], { apiKey: '' })).err, /Name it with --key or API_KEY/);
  });

  it('review lists held answers, and decides on them', async () => {
    await run(['ask', 'When do the castle and the garden open?']);
    const held = await run(['review', 'list', '--json']);
    const { entry_id, question } = JSON.parse(held.out);
    assert.equal(question, 'When do the castle and the garden open?');
    const answer = 'The garden opens at seven, the castle at nine.';
    const approved = await run(['review', 'approve', entry_id, '--answer', answer, '--by', 'ada']);
    assert.deepEqual(approved, {
      code: 0,
      out: `Approved. It is in use as document answer-${entry_id}.\n`,
      err: '',
    });
    assert.match(
      (await run(['ask', '-q', question])).out,
      /^The garden opens at seven, the castle at nine\. \[1\]\n$/,
    );
    assert.equal((await run(['review', 'reject', entry_id])).code, 1);
    assert.match((await run(['review', 'reject', 'x'])).err, /docent review list lists the entries/);
    assert.match((await run(['delete', 'x'])).out, /^failed {3}x: .* with docent list\.\n$/);
    const exported = JSON.parse((await run(['export', 'reviews'])).out);
    assert.deepEqual([exported.entry_id, exported.decided_by], [entry_id, 'ada']);
  });

  it('export writes JSON lines, or CSV that a spreadsheet can open', async () => {
    const client = createApiClient(server.url);
    await client.post('/api/v1/feedback', {
      body: { rating: 'down', reason: '=1+1, "quoted"\nsecond line' },
    });
    const { out } = await run(['export', 'feedback', '--format', 'csv']);
    const [row] = papaparse.parse<Record<string, string>>(out, { header: true }).data;
    assert.deepEqual([row!.rating, row!.reason], ['down', `'=1+1, "quoted"\nsecond line`]);
    const since = async (list: string, time: string) => (await run(['export', list, '--since', time])).out;
    for (const list of ['documents', 'answers', 'reviews', 'feedback']) {
      await until(
        async () => (await since(list, '2026-01-01')) !== '',
        () => list,
      );
      assert.equal(await since(list, '2999-01-01T00:00:00Z'), '', list);
    }
    const file = join(folder, 'documents.jsonl');
    assert.equal((await run(['export', 'documents', '--output', file])).out, '');
    const lines = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).doc_id);
    assert.ok(lines.includes('castle') && lines.includes('broken'));
  });

  it('sources are added, listed, run and removed', async () => {
    const notes = join(folder, 'notes');
    mkdirSync(notes);
    writeFileSync(join(notes, 'parking.md'), '# Parking\n\nVisitors park behind the stables.');
    const overSsh = await run(['sources', 'add', 'git@example.org:team/notes.git', '--name', 'Git']);
    assert.match(overSsh.err, /SSH is not supported/);
    const refused = await run(['sources', 'add', '/etc', '--name', 'Etc']);
    assert.deepEqual([refused.code, /SOURCE_ROOTS/.test(refused.err)], [2, true]);
    const added = await run([
      'sources',
      'add',
      'notes',
      '--name',
      'Notes',
      '--every',
      '0',
      '--tag',
      'n',
      '-q',
    ]);
    assert.deepEqual([added.code, added.out, added.err], [0, 'notes\n', '']);
    const ran = await run(['sources', 'run', 'notes']);
    assert.match(ran.out, /^notes: done, 1 document\n {2}folder {3}.*\n {2}last run .*\n$/);
    assert.equal(JSON.parse((await run(['sources', 'list', '--json'])).out).interval_minutes, null);
    await run(['sources', 'change', 'notes', '--tag', 'mine', '--every', '90']);
    assert.equal((await run(['sources', 'change', 'notes'])).code, 1);
    assert.match((await run(['sources', 'pause', 'notes'])).out, /^Paused/);
    const changed = JSON.parse((await run(['sources', 'list', '--json'])).out);
    assert.deepEqual([changed.tags, changed.interval_minutes, changed.paused], [['mine'], 90, true]);
    assert.equal((await run(['sources', 'resume', 'notes', '--quiet'])).out, '');
    assert.equal((await run(['sources', 'confirm', 'notes'])).code, 1);
    assert.match((await run(['sources', 'remove', 'notes', '--documents'])).out, /being deleted/);
  });

  it('eval counts the right answers, and fails below a minimum', async () => {
    writeFileSync(
      join(folder, 'questions.csv'),
      '\ufeffQuestion,answer,document\n' +
        'What does a family ticket cost?,24  EUROS,castle\n' +
        'Are picnics welcome?,,castle\n' +
        'What is the boiling point of tungsten hexafluoride?,,\n',
    );
    const { code, out } = await run(['eval', 'questions.csv']);
    assert.equal(code, 0);
    assert.match(
      out,
      /^right {2}What does .*\nwrong {2}Are picnics .*: cited: garden\nright {2}.*\n2 of 3 right \(67 %\)\n$/,
    );
    assert.equal((await run(['eval', 'questions.csv', '--min', '0.7', '-q'])).code, 1);
    writeFileSync(join(folder, 'other.csv'), 'a,b\n1,2\n');
    assert.match((await run(['eval', 'other.csv'])).err, /CSV with a column named question/);
    writeFileSync(join(folder, 'expected.csv'), 'question,expected\nWhat does a ticket cost?,24\n');
    assert.match((await run(['eval', 'expected.csv'])).err, /must have a column named answer or document/);
    assert.match((await run(['eval', 'no.csv'])).err, /^docent: Cannot open .*no\.csv: no such file/);
  });

  it('ingest can say what it would do, and names a file as it is told to', async () => {
    mkdirSync(join(folder, 'new'), { recursive: true });
    writeFileSync(join(folder, 'new/rooks.md'), 'Rooks nest in the mill.');
    writeFileSync(join(folder, 'new/tool.exe'), 'MZ');
    const preview = await run(['ingest', 'new', '--dry-run']);
    assert.deepEqual(preview, {
      code: 0,
      out: 'add        new/rooks.md\nskip       new/tool.exe: .exe files are not read\n',
      err: '',
    });
    const named = await run(['ingest', 'new/rooks.md', '--doc-id', 'rooks', '--title', 'Rooks', '-q']);
    assert.deepEqual(named, { code: 0, out: '', err: '' });
    assert.equal((await createApiClient(server.url).status('rooks')).title, 'Rooks');
    assert.match((await run(['ingest', 'new', '--doc-id', 'rooks'])).err, /for one file or URL: there are 2/);
  });

  it('ingest reports a URL that the server does not download', async () => {
    const { code, out } = await run(['ingest', 'http://127.0.0.1:1/prices.md']);
    assert.equal(code, 1);
    assert.match(out, /^failed {3}http:\/\/127\.0\.0\.1:1\/prices\.md: .*\n0 done .* 1 failed\n$/);
  });

  it('says once that another program answers', async () => {
    await using other = await serveHttp((_, response) => response.end('<h1>Hello</h1>'));
    const at = other.url;
    const { code, err } = await runCommand(['ingest', 'new'], { at, cwd: folder });
    assert.deepEqual(
      [code, err],
      [1, `docent: The server at ${at} is not Docent. Name another with --url.\n`],
    );
  });
});

it('docent ingest has a server download a URL, and waits until it can be searched', async () => {
  const download: DownloadDocument = async () => ({
    mediaType: 'text/markdown',
    body: Readable.from([Buffer.from('# Prices\n\nA ticket costs 24 euros.')]),
    async [Symbol.asyncDispose]() {},
  });
  await using at = await openIngestingServer({}, { download });
  const { code, out } = await runCommand(['ingest', 'https://example.org/prices.md', '--tag', 'web'], {
    ...{ at: at.stand.url, cwd: folder },
  });
  assert.equal(code, 0, out);
  assert.match(out, /^done {5}https:\/\/example\.org\/prices\.md: \d passages? as prices\n/);
});

describe('the commands that work on this machine', () => {
  it('init writes a .env once, for its owner only, which changes nothing', async () => {
    const first = await docent(['init']);
    assert.equal(first.code, 0);
    const path = join(folder, '.env');
    assert.equal(statSync(path).mode & 0o777, 0o600);
    assert.match(readFileSync(path, 'utf8'), /^# PORT=8000$/m);
    assert.equal((await docent(['config'])).out.includes('# default'), false);
    writeFileSync(path, 'PORT=9\n');
    assert.deepEqual(await docent(['init']), {
      code: 1,
      out: '',
      err: 'docent: Cannot write .env as there is one in this folder. Replace it with --force.\n',
    });
    assert.equal((await docent(['init', '--force'])).code, 0);
    assert.match(readFileSync(path, 'utf8'), /^# PORT=8000$/m);
  });

  it('doctor finds nothing wrong with the defaults', async () => {
    const { code, out } = await docent(['doctor']);
    assert.equal(code, 0, out);
    assert.doesNotMatch(out, /^fault/m);
    assert.doesNotMatch((await docent(['doctor', '--quiet'])).out, /^(?:ok|fault)/m);
  });

  it('doctor names what is wrong, each with its fix', async () => {
    writeFileSync(join(folder, 'file'), '');
    const { code, out } = await docent(['doctor'], {
      env: {
        HOST: '0.0.0.0',
        DATA_DIR: 'file',
        LOG_DIR: '/proc/logs',
        KV_STORE: 'redis://127.0.0.1:1',
        LLM_PROVIDER: 'openai-compatible',
        LLM_MODEL: 'x',
        LLM_BASE_URL: 'http://127.0.0.1:1/v1',
        EMBEDDING_PROVIDER: 'openai-compatible',
        EMBEDDING_MODEL: 'x',
        EMBEDDING_BASE_URL: 'http://127.0.0.1:1/v1',
      },
    });
    assert.equal(code, 1);
    const faults = out.split(/^(?=ok|note|fault)/m).filter((finding) => finding.startsWith('fault'));
    for (const [i, expected] of [
      /API_KEY is empty\n +Set API_KEY, or HOST=127\.0\.0\.1\./,
      /DATA_DIR: .*not a folder\n +Set DATA_DIR/,
      /LOG_DIR: .*\n +Set LOG_DIR/,
      /Check KV_STORE/,
      /The language model does not answer: .*ECONNREFUSED.*\n +Check LLM_PROVIDER, LLM_MODEL/,
      /The embedding model does not answer: .*ECONNREFUSED.*\n +Check the EMBEDDING settings/,
    ].entries())
      assert.match(faults.filter((fault) => expected.test(fault)).join() || String(faults[i]), expected);
  });

  it('doctor calls each model once', async () => {
    await using provider = await startOpenAiServer();
    provider.next(writes('Hello.'));
    const { code, out } = await docent(['doctor'], {
      env: {
        LLM_PROVIDER: 'openai-compatible',
        LLM_MODEL: 'house-model',
        LLM_BASE_URL: provider.baseUrl,
        EMBEDDING_PROVIDER: 'openai-compatible',
        EMBEDDING_MODEL: 'house-embedding',
        EMBEDDING_BASE_URL: provider.baseUrl,
      },
    });
    assert.equal(code, 0, out);
    assert.match(out, /^ok +The language model writes: openai-compatible\/house-model$/m);
    assert.match(out, /^ok +The embedding model embeds: .*house-embedding.*, 8 dimensions$/m);
    assert.equal(provider.requests.length, 2);
  });

  it('doctor calls each shared store', NEEDS_SHARED_STORES, async () => {
    await using stores = await commonSharedServers();
    const { code, out } = await docent(['doctor'], { env: stores.settings });
    assert.equal(code, 0, out);
    for (const says of [
      'PostgreSQL answers',
      'OpenSearch answers',
      'The bucket can be used',
      'Redis answers',
    ])
      assert.ok(out.includes(says), out);
    const lost = `${stores.settings.FILE_STORE}`.replace('://', '://no-');
    const without = await docent(['doctor'], { env: { ...stores.settings, FILE_STORE: lost } });
    assert.match(without.out, /^fault +.*no such bucket\n +Check FILE_STORE\.$/m);
  });

  it('backup and restore bring back what was stored', async () => {
    await using server = await openServer();
    const client = createApiClient(server.url);
    await client.upload('mill.md', Buffer.from('The mill stands by the river.'));
    await client.settled(SETTLE_TIMEOUT_MS);
    const copy = join(folder, 'copy');
    const dataDir = join(folder, 'restored/data');
    const env = { DATA_DIR: join(server.folder, 'data') };
    assert.equal((await docent(['backup', copy], { env })).code, 0);
    const restored = await docent(['restore', copy], { env: { DATA_DIR: dataDir } });
    assert.match(restored.out, /^Documents in .*restored.*: 1, with /);
    assert.ok(existsSync(join(dataDir, 'docent.db')));
    assert.match(
      (await docent(['restore', copy], { env: { DATA_DIR: dataDir } })).err,
      /must be a new or an empty/,
    );
    assert.match(
      (await docent(['restore', folder], { env: { DATA_DIR: join(folder, 'x') } })).err,
      /must be a backup/,
    );
    await using again = await openServer({ folder: join(folder, 'restored') });
    assert.equal((await createApiClient(again.url).ask('Where does the mill stand?')).meta.refused, false);
  });

  it('completes commands, options and choices, in four shells', async () => {
    assert.match((await docent(['complete', '--', 'inge'])).out, /^ingest\t/);
    assert.match((await docent(['complete', '--', 'ask', '--js'])).out, /^--json\t/);
    for (const shell of ['bash', 'zsh', 'fish', 'powershell'])
      assert.match((await docent(['complete', shell])).out, /docent/);
  });

  it('completes the names of files where there is nothing else', async () => {
    assert.equal((await docent(['complete', '--', 'ingest', 'hand'])).out, ':0\n');
    assert.match((await docent(['complete', '--', 'review', 'a'])).out, /^approve\t.*\n:4\n$/);
  });

  it('completes in a bash that has no other package for it', async () => {
    const program = `docent() { '${process.execPath}' '${PROGRAM}' "$@"; }`;
    const script = `${program}; source <(docent complete bash); complete -p docent
      COMP_WORDS=(docent rev); COMP_CWORD=1; __docent_complete; echo "$COMPREPLY"`;
    const bash = spawn('bash', ['--norc', '-c', script], { cwd: folder, env: { PATH: process.env.PATH } });
    const [out, err] = await Promise.all([text(bash.stdout), text(bash.stderr)]);
    assert.equal(out, 'complete -o bashdefault -o default -F __docent_complete docent\nreview\n', err);
  });
});

describe('an invalid command line', () => {
  for (const [line, said] of [
    ['ingst docs', /^docent: unknown command 'ingst'\n\(Did you mean ingest\?\)\n/],
    ['ask --jsno why', /^docent: unknown option '--jsno'\n\(Did you mean --json\?\)\n/],
    [
      'list --url docs.example.org',
      /^docent: option '--url <url>' argument .* http:\/\/127\.0\.0\.1:8000\.\n/,
    ],
    ['help serch', /^docent: unknown command 'serch'\n\(Did you mean search\?\)\n/],
    ['help keys crate', /^docent: unknown command 'crate'\n\(Did you mean create\?\)\n/],
    ['keys create hr --scope read', /^docent: .*Allowed choices are ask, ingest, review, operate, admin\.\n/],
    ['keys create hr --scope ask --expires soon', /^docent: .*It takes a date such as 2026-11-01/],
    ['ingest ', /^docent: .*It takes a path\.\n/],
    ['watch ', /^docent: .*It takes a path\.\n/],
    ['backup', /^docent: missing required argument 'folder'\n/],
    ['backup one two', /^docent: too many arguments for 'backup'\. Expected 1 argument but got 2/],
    ['migrate', /^docent: required option '--to <file>' not specified\n/],
    ['export everything', /^docent: .*Allowed choices are documents, answers, reviews, feedback, audit\.\n/],
    ['eval a.csv --min 2', /^docent: .*It takes a number from 0 to 1\.\n/],
    [
      'reindex --search --from-originals',
      /^docent: option '--search' cannot be used with option '--from-originals'\n/,
    ],
  ] as const)
    it(`is refused with a reason: docent ${line}`, async () => {
      const { code, out, err } = await docent(line.split(' '));
      assert.deepEqual([code, out], [2, '']);
      assert.match(err, said);
    });
});

describe('the reference of the command line', () => {
  it('is what scripts/write-command-line.ts writes', () => {
    const page = new URL('../docs/reference/command-line.md', import.meta.url);
    assert.equal(readFileSync(page, 'utf8'), commandLinePage());
  });

  it('has an example for each command, and all are valid command lines', async () => {
    const commands = idleProgram()
      .commands.flatMap((command) => (command.commands.length > 0 ? command.commands : [command]))
      .filter((each) => each.name() !== 'help');
    const examples = (command: object) => Object.entries(EXAMPLES.get(command) ?? {});
    const without = commands.filter((command) => examples(command).length === 0);
    assert.deepEqual(
      without.map((command) => command.name()),
      [],
    );
    for (const [line] of commands.flatMap(examples)) {
      const called: string[] = [];
      const words = /docent (.*?)(?: \|.*)?$/.exec(line)![1]!.match(/"[^"]*"|\S+/g)!;
      const args = words.map((word) => word.replaceAll('"', ''));
      await idleProgram((name) => called.push(name)).parseAsync(args, { from: 'user' });
      assert.equal(called.length, 1, line);
    }
  });
});
