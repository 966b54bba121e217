import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** Whether a process ends within half a minute; a zombie counts as gone. */
export async function isGone(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 1_500; tries++) {
    try {
      process.kill(pid, 0);
      if (/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))) return true;
    } catch (error) {
      // Without /proc the process runs, or is a zombie, which cannot be distinguished.
      if (!(error instanceof Error && 'path' in error && process.platform !== 'linux')) return true;
    }
    await wait(20);
  }
  return false;
}
