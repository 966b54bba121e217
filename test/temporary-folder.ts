import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

/** A new folder, removed once the test, suite or file that asks for it has ended. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'docent-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
