import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { createApiClient } from '../scripts/api-client.ts';
import { loadConfig, settings } from '../src/settings/config.ts';
import { openServer } from './open-server.ts';
import { temporaryFolder } from './temporary-folder.ts';

const ROOT = new URL('../', import.meta.url).pathname;
const PAGES = globSync('docs/how-to/*.md', { cwd: ROOT });
const PROGRAM = join(ROOT, 'src/docent.js');

/** The code blocks of a language on a page, without the indentation of a list. */
function blocksOf(page: string, language: string): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return [...text.matchAll(new RegExp(`^( *)\`\`\`${language}\\n([\\s\\S]*?)^ *\`\`\``, 'gm'))].map(
    ([, indent, block]) => block!.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );
}

/** The commands of Docent in a block, one a line. */
function commandsIn(block: string): string[][] {
  return block
    .replaceAll('\\\n', ' ')
    .split('\n')
    .flatMap((line) => /^(?:npx )?docent (.+)$/.exec(line)?.[1] ?? [])
    .map((line) => line.match(/"[^"]*"|'[^']*'|\S+/g)!.map((word) => word.replaceAll(/["']/g, '')));
}

const run = promisify(execFile);
const docent = (args: readonly string[], cwd: string, env: Record<string, string> = {}) =>
  run(process.execPath, [PROGRAM, ...args], { cwd, env: { PATH: process.env.PATH ?? '', ...env } });

describe('the how-to pages', () => {
  it('show settings that Docent accepts', () => {
    const known = new Set(settings().map(([, { name }]) => name));
    const files = PAGES.flatMap((page) => blocksOf(page, 'ini').map((block) => ({ page, block })));
    assert.ok(files.length >= 4);
    for (const { page, block } of files) {
      const given = block
        .trim()
        .split('\n')
        .map((line) => line.split(/=(.*)/s) as [string, string]);
      for (const [name] of given) assert.ok(known.has(name), `${name} on ${page}`);
      loadConfig(Object.fromEntries(given.map(([name, value]) => [name, value.replace('…', 'x')])));
    }
  });

  it('evaluate questions, and move to another machine, as they say', async () => {
    const [csv] = blocksOf('docs/how-to/own-questions.md', 'csv');
    const [evaluation] = blocksOf('docs/how-to/own-questions.md', 'sh');
    const [backup, restore] = blocksOf('docs/how-to/move-machines.md', 'sh');
    const home = mkdtempSync(join(tmpdir(), 'docent-how-to-'));
    try {
      writeFileSync(join(home, 'questions.csv'), csv!);
      {
        await using server = await openServer({ folder: home });
        const client = createApiClient(server.url);
        await client.upload('notice.md', Buffer.from('# Leaving\n\nThe notice period is three months.'));
        const parking = Buffer.from('# Parking\n\nVisitors may park in the yard.');
        await client.upload('parking.md', parking, { doc_id: 'parking' });
        await client.settled(60_000, () => {});
        for (const args of commandsIn(evaluation!)) {
          const { stdout } = await docent([...args, '--url', server.url], home);
          assert.equal((stdout.match(/^right|"right":true/gm) ?? []).length, 3, stdout);
        }
        for (const args of commandsIn(backup!)) await docent(args, home);
        const next = temporaryFolder();
        mkdirSync(join(next, 'unused'));
        const [restored] = commandsIn(restore!);
        await docent([restored![0]!, join(home, 'moving')], next, { DATA_DIR: join(next, 'data') });
        await using other = await openServer({ folder: next });
        const { answer } = await createApiClient(other.url).ask('How long is the notice period?');
        assert.match(answer, /three months/);
      }
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });
});
