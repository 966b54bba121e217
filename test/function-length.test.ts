import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const ROOT = new URL('../', import.meta.url).pathname;
const LINES_MAX = 70;
/** Their lines are those of the functions that they return. */
const FACTORY = /^(?:export )?(?:async )?function (?:create|open|start|build|\w+Routes\b)/;
/** Longer, and not clearer in parts. */
const EXCEPTIONS: readonly RegExp[] = [
  /function questionWords\(/,
  /function addOdfContent\(/,
  /function layOutJson\(/,
];

interface Diagnostic {
  readonly message: string;
  readonly location: { readonly path: string; readonly start: { readonly line: number } };
}

test(`no function has more than ${LINES_MAX} lines, factories apart`, async () => {
  const rule = 'complexity/noExcessiveLinesPerFunction';
  const args = ['lint', `--only=${rule}`, '--max-diagnostics=none', '--reporter=json', 'src'];
  const biome = join(ROOT, 'node_modules/.bin/biome');
  const { stdout } = await promisify(execFile)(biome, args, { cwd: ROOT, maxBuffer: 64 * 2 ** 20 });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: readonly Diagnostic[] };
  assert.ok(diagnostics.length > 0, `${rule} should find the long factories`);
  const tooLong = diagnostics.filter(({ message, location }) => {
    const lines = Number(/\((\d+)\)/.exec(message)?.[1]);
    return lines > LINES_MAX && !/\.test\.ts$/.test(location.path);
  });
  const wrong = tooLong.map(({ location }) => ({ ...location, text: lineAt(location) }));
  assert.deepEqual(
    wrong
      .filter(({ text }) => /function/.test(text) && !text.startsWith(' '))
      .filter(({ text }) => !FACTORY.test(text) && !EXCEPTIONS.some((exception) => exception.test(text)))
      .map(({ path, start, text }) => `${path}:${start.line} ${text}`),
    [],
  );
});

function lineAt({ path, start }: Diagnostic['location']): string {
  return readFileSync(join(ROOT, path), 'utf8').split('\n')[start.line - 1]!;
}
