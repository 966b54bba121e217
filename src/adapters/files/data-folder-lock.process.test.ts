import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { lockDataFolder } from './data-folder-lock.ts';

const LOCK_MODULE = new URL('./data-folder-lock.ts', import.meta.url).href;
/** Holds the folder that it is given until it is killed, and says when it does. */
const HOLDER = `
  const { lockDataFolder } = await import(${JSON.stringify(LOCK_MODULE)});
  globalThis.lock = lockDataFolder(process.argv[1]);
  process.stdout.write('held');
  setInterval(() => undefined, 1_000);
`;

test('a folder belongs to one holder at a time, in this process too', () =>
  inFolder(async (folder) => {
    const lock = lockDataFolder(folder);
    assert.throws(
      () => lockDataFolder(folder),
      (error) => {
        assert.ok(error instanceof Error);
        assert.ok(error.message.includes(folder));
        assert.match(error.message, /another Docent works in it.*DATA_DIR/);
        return true;
      },
    );
    lock[Symbol.dispose]();
    lock[Symbol.dispose]();
    using again = lockDataFolder(folder);
    assert.ok(again);
  }));

test('a folder is free again when the process that held it was killed', () =>
  inFolder(async (folder) => {
    const holder = spawn(process.execPath, ['--input-type=module', '--eval', HOLDER, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(holder, 'exit');
    try {
      await once(holder.stdout, 'data');
      assert.throws(() => lockDataFolder(folder), /another Docent works in it/);
    } finally {
      holder.kill('SIGKILL');
      await ended;
    }
    using lock = lockDataFolder(folder);
    assert.ok(lock);
  }));

test('a folder that is not there is made, for its owner alone', { skip: process.platform === 'win32' }, () =>
  inFolder(async (folder) => {
    const path = join(folder, 'new', 'data');
    using lock = lockDataFolder(path);
    assert.ok(lock);
    assert.equal((await stat(path)).mode & 0o777, 0o700);
    assert.equal((await stat(join(path, 'docent.lock'))).mode & 0o777, 0o600);
  }),
);

async function inFolder(body: (folder: string) => Promise<void>): Promise<void> {
  const folder = temporaryFolder();
  await body(folder);
}
