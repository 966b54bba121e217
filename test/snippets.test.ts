import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { createApiClient } from '../scripts/api-client.ts';
import { makePdf } from '../scripts/samples/pdf.ts';
import { type OpenServer, openServer } from './open-server.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Each shell snippet of the documentation is run as it stands, but for what this machine cannot or must not do. */

const ROOT = new URL('../', import.meta.url).pathname;
const PAGES = ['README.md', ...globSync(['docs/start/*.md', 'docs/how-to/*.md'], { cwd: ROOT }).sort()];
const KEY = 'secret';
const TIMEOUT_MS = 120_000;

/** Lines that begin so are not run, and where they are. */
const NOT_HERE: Readonly<Record<string, string>> = {
  'npm ci && npm run demo': '.ci/run',
  'npm ci && npm test': '.ci/run',
  'npm run package': 'test/package.long.test.ts',
  'npm install --global': 'test/package.long.test.ts',
  'npm install @opentelemetry/': 'test/tracing.test.ts, with the same packages',
  'docent backup ./moving': 'test/how-to.test.ts',
  'docent restore ./moving': 'test/how-to.test.ts',
  'mv /var/lib/docent': 'test/backup.long.test.ts, in folders of its own',
  'sudo -u docent npx docent restore': 'test/backup.long.test.ts',
  'sudo -u docent npx docent reindex': 'test/lost-catalogue.long.test.ts',
  'useradd ': 'test/deploy.test.ts lets systemd read the unit',
  'chown docent ': 'test/deploy.test.ts lets systemd read the unit',
  'cp deploy/systemd': 'test/deploy.test.ts lets systemd read the unit',
  'systemctl ': 'test/deploy.test.ts lets systemd read the unit',
  'docker ': 'test/image.long.test.ts does the steps without an engine',
  'API_KEY=… docker compose': 'test/deploy.test.ts reads the files',
  'ollama ': 'another program',
  'OLLAMA_CONTEXT_LENGTH=16384': 'another program',
  'vllm ': 'another program',
};

describe('the shell snippets of the documentation', { timeout: 600_000 }, () => {
  const home = temporaryFolder();
  const bin = join(home, 'bin');
  let server: OpenServer;
  let heldEntry: string;
  const unused = new Set(Object.keys(NOT_HERE));

  before(async () => {
    const settings = { API_KEY: KEY, SOURCE_ROOTS: '["/srv","s3://team-docs"]' };
    server = await openServer({ folder: home, settings });
    const put = (name: string, content: string | Uint8Array) => {
      mkdirSync(dirname(join(home, name)), { recursive: true });
      writeFileSync(join(home, name), content);
    };
    const notice = '# Leaving\n\nThe notice period is three months.';
    put('handbooks/notice.md', notice);
    put('notes/guide/hours.md', '# Opening hours\n\nThe opening hours of the office are nine to five.');
    put(
      'handbook.pdf',
      makePdf({
        title: 'Handbook',
        pages: [[{ kind: 'paragraph', text: 'The notice period is three months.' }]],
      }),
    );
    put('questions.csv', /```csv\n([^`]*)```/.exec(readPage('docs/how-to/command-line.md'))![1]!);
    const program = `'${process.execPath}' '${ROOT}src/docent.js' "$@"`;
    // These run until they are stopped.
    const until = (said: string, signal: string) =>
      `${program} >$$.out 2>&1 & until grep -q '${said}' $$.out || ! kill -0 $!; do sleep 0.1; done
      cat $$.out; kill -${signal} $!; wait $!; exit`;
    command('docent', `[ "$1" != watch ] || { ${until('in sync', 'INT')}; }\nexec ${program}`);
    command('npx', 'exec "$@"');
    command(
      'npm',
      `[ "$*" = start ] || exit\nshift; export PORT=0 DATA_DIR=$(mktemp -d); ${until('Docent answers', 'TERM')}`,
    );
    command(
      'curl',
      'exec /usr/bin/env -i PATH=/usr/local/bin:/usr/bin:/bin curl --fail-with-body --silent --show-error "$@"',
    );

    const client = createApiClient(server.url, { apiKey: KEY });
    await client.upload('handbook.md', Buffer.from(notice), { doc_id: 'handbook', tags: ['hr'] });
    await client.upload('castle.md', Buffer.from('# The castle\n\nThe castle opens at nine in the morning.'));
    await client.upload(
      'garden.md',
      Buffer.from('# The garden\n\nThe garden opens at seven in the morning.'),
    );
    await client.settled(TIMEOUT_MS);
    const { meta } = await client.ask('When do the castle and the garden open?');
    heldEntry = meta.review_entry_id!;
  });
  after(() => server[Symbol.asyncDispose]());

  function command(name: string, script: string): void {
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, name), `#!/bin/bash\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  }

  for (const page of PAGES) {
    const snippets = snippetsOf(page);
    if (snippets.length === 0) continue;
    it(`on ${page} do what they should`, async () => {
      for (const snippet of snippets) {
        const lines = linesOf(snippet).filter((line) => !isElsewhere(line));
        if (lines.length > 0) await run(lines.join('\n'));
        await revokeKeys();
      }
    });
  }

  it('are left out only where that is said', () => assert.deepEqual([...unused], []));

  function isElsewhere(line: string): boolean {
    const start = Object.keys(NOT_HERE).find((each) => line.startsWith(each));
    if (start) unused.delete(start);
    return start !== undefined;
  }

  async function run(snippet: string): Promise<void> {
    const { port } = new URL(server.url);
    const placed = snippet
      .replaceAll('…', 'x')
      .replaceAll('localhost:8000', `127.0.0.1:${port}`)
      .replaceAll('/backups/', `${home}/backups/`)
      .replace(/[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}/, heldEntry);
    mkdirSync(join(home, 'backups'), { recursive: true });
    const env = { PATH: `${bin}:${process.env.PATH}`, HOME: home, PORT: port, API_KEY: KEY };
    const shell = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', placed], {
      ...{ cwd: home, env, timeout: TIMEOUT_MS },
    });
    // A command without a question asks for one.
    shell.stdin.end('How long is the notice period?\n');
    const [out, errors] = await Promise.all([text(shell.stdout), text(shell.stderr), once(shell, 'close')]);
    assert.equal(shell.exitCode, 0, `${snippet}\n${out}\n${errors}`);
  }

  async function revokeKeys(): Promise<void> {
    const client = createApiClient(server.url, { apiKey: KEY });
    for await (const { name } of client.each('/api/v1/keys'))
      await client.delete('/api/v1/keys/{name}', { params: { path: { name } } });
  }
});

function readPage(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8');
}

function snippetsOf(page: string): string[] {
  const found = readPage(page).matchAll(/^( *)```sh\n([\s\S]*?)^ *```/gm);
  return Array.from(found, ([, indent, code]) => code!.replaceAll(new RegExp(`^${indent}`, 'gm'), ''));
}

/** With continued lines as one. */
function linesOf(snippet: string): string[] {
  return snippet.trim().split(/(?<!\\)\n/);
}
