import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';

const HERE = new URL('.', import.meta.url).pathname;

describe('the example of a port prints what it says', () => {
  for (const file of globSync('*.ts', { cwd: HERE, exclude: ['*.test.ts'] }).sort())
    for (const example of examplesIn(readFileSync(HERE + file, 'utf8')))
      it(file, async () => {
        const printed = [...example.matchAll(/console\.log\(.*\); \/\/ (.*)/g)].map(
          ([, line]) => `${line}\n`,
        );
        assert.notEqual(printed.length, 0);
        const args = ['--input-type=module-typescript', '--eval', example];
        const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: HERE });
        assert.equal(stdout, printed.join(''));
      });
});

function examplesIn(code: string): string[] {
  const text = code.replaceAll(/^ \* ?/gm, '');
  return [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, example]) => example!);
}
