import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs, { existsSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { openRotatingFile } from './rotating-file.ts';

const folder = temporaryFolder();

function fail(_action: string, error: Error): never {
  throw error;
}

describe('a rotating file', () => {
  it('keeps every line whole and in order over its backups, none larger than the limit', () => {
    const path = join(folder, 'ordered.log');
    const lines = Array.from({ length: 100 }, (_, n) => `line ${n} ${'é'.repeat(n % 7)}\n`);
    using file = openRotatingFile(path, { bytesMax: 300, backups: 9, onFailure: fail });
    for (const line of lines) file.write(line);

    const files = [9, 8, 7, 6, 5, 4, 3, 2, 1]
      .map((age) => `${path}.${age}`)
      .filter((name) => existsSync(name));
    const all = [...files, path].map((name) => readFileSync(name, 'utf8'));
    assert.ok(files.length >= 5);
    assert.equal(all.join(''), lines.join(''));
    for (const name of [...files, path]) assert.ok(statSync(name).size <= 300);
  });

  it('keeps as many backups as it is told and drops the oldest', () => {
    const path = join(folder, 'bounded.log');
    using file = openRotatingFile(path, { bytesMax: 10, backups: 2, onFailure: fail });
    for (const n of [1, 2, 3, 4, 5]) file.write(`number ${n}\n`);

    const names = readdirSync(folder)
      .filter((name) => name.startsWith('bounded.log'))
      .sort();
    assert.deepEqual(names, ['bounded.log', 'bounded.log.1', 'bounded.log.2']);
    assert.equal(readFileSync(`${path}.2`, 'utf8'), 'number 3\n');
    assert.equal(readFileSync(path, 'utf8'), 'number 5\n');
  });

  it('goes on with the file that an earlier run left', () => {
    const path = join(folder, 'reopened.log');
    for (const n of [1, 2, 3]) {
      using file = openRotatingFile(path, { bytesMax: 20, backups: 5, onFailure: fail });
      file.write(`number ${n}\n`);
    }
    assert.equal(readFileSync(`${path}.1`, 'utf8'), 'number 1\nnumber 2\n');
    assert.equal(readFileSync(path, 'utf8'), 'number 3\n');
  });

  it('tells of a full disk once and does not throw', { skip: !existsSync('/dev/full') }, () => {
    const path = join(folder, 'full.log');
    symlinkSync('/dev/full', path);
    const failures: Error[] = [];
    using file = openRotatingFile(path, {
      bytesMax: 100,
      backups: 1,
      onFailure: (_action, error) => failures.push(error),
    });
    file.write('lost\n');
    file.write('lost too\n');
    assert.equal(failures.length, 1);
    assert.match(failures[0]!.message, /ENOSPC/);
  });

  for (const [what, suffix] of [
    ['the file', ''],
    ['a backup', '.1'],
  ] as const) {
    it(`loses nothing while ${what} cannot be renamed, and rotates once it can`, (t) => {
      const path = join(folder, `held${suffix}.log`);
      const failed: string[] = [];
      const onFailure = (action: string) => failed.push(action);
      using file = openRotatingFile(path, { bytesMax: 100, backups: 3, onFailure });
      const lines = (from: number, to: number) =>
        Array.from({ length: to - from }, (_, n) => `${String(from + n).padStart(4)}\n`);
      const write = (from: number, to: number) => lines(from, to).forEach(file.write);
      const textOf = (...ages: number[]) =>
        ages.map((age) => readFileSync(age ? `${path}.${age}` : path, 'utf8')).join('');
      write(0, 80);
      assert.equal(textOf(3, 2, 1, 0), lines(0, 80).join(''));

      let attempts = 0;
      const { renameSync } = fs;
      const held = t.mock.method(fs, 'renameSync', (from: string, to: string) => {
        if (from !== path + suffix) return renameSync(from, to);
        attempts += 1;
        throw Object.assign(new Error('EBUSY'), { code: 'EBUSY' });
      });
      syncBuiltinESMExports();
      write(80, 120);
      assert.equal(textOf(0), lines(60, 120).join(''));
      if (suffix === '') assert.equal(textOf(3, 2, 1), lines(0, 60).join(''));
      // The oldest made room before the next one could not be moved.
      else assert.equal(textOf(3, 1), lines(20, 60).join(''));
      assert.deepEqual(failed, ['rotate']);
      assert.ok(attempts > 1 && attempts <= 20, `${attempts} attempts for 40 lines`);

      held.mock.restore();
      syncBuiltinESMExports();
      write(120, 122);
      assert.equal(textOf(2, 1, 0), lines(40, 122).join(''));
    });
  }

  it('has every line on disk when the process is killed right after', () => {
    const path = join(folder, 'killed.log');
    const script = `
      import { openRotatingFile } from ${JSON.stringify(new URL('./rotating-file.ts', import.meta.url).href)};
      const file = openRotatingFile(process.argv[1], { bytesMax: 600, backups: 5, onFailure: () => {} });
      for (let n = 1; n <= 101; n++) file.write('line ' + n + '\\n');
      process.kill(process.pid, 'SIGKILL');
    `;
    const child = spawnSync(process.execPath, ['--input-type=module', '-e', script, path]);
    assert.equal(child.signal, 'SIGKILL');
    const lines = (readFileSync(`${path}.1`, 'utf8') + readFileSync(path, 'utf8')).split('\n');
    assert.deepEqual(
      lines.slice(0, -1),
      Array.from({ length: 101 }, (_, n) => `line ${n + 1}`),
    );
  });
});
