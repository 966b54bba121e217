import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Service } from './service.ts';

const FILE_BYTES_MAX = 10_000_000;
const BACKUPS = 5;

/** A folder in which the log has one byte left and five backups: the first lines of a server begin a new file. */
export function folderWithFullLog(): string {
  const folder = mkdtempSync(join(tmpdir(), 'docent-'));
  const at = (name: string) => join(folder, 'logs', name);
  mkdirSync(at(''));
  writeFileSync(at('app.log'), `${'x'.repeat(FILE_BYTES_MAX - 2)}\n`);
  for (let n = 1; n <= BACKUPS; n++) writeFileSync(at(`app.log.${n}`), `backup ${n}\n`);
  return folder;
}

/** Fails unless the server that was started on such a folder has moved each file on by one, and kept five. */
export function assertRotated({ folder }: Service): void {
  const at = (name: string) => join(folder, 'logs', name);
  assert.equal(readFileSync(at('app.log.1')).byteLength, FILE_BYTES_MAX - 1);
  for (let n = 2; n <= BACKUPS; n++)
    assert.equal(readFileSync(at(`app.log.${n}`), 'utf8'), `backup ${n - 1}\n`);
  assert.equal(existsSync(at(`app.log.${BACKUPS + 1}`)), false);
  assert.ok(readFileSync(at('app.log')).byteLength < FILE_BYTES_MAX);
}
