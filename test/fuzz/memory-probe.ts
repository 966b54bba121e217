import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from '../server-process.ts';

const REPLY_TIMEOUT_MS = 60_000;
/** A server that just settled holds up to 13 MB more for some 300 ms: what it writes and sends in the background. */
const READINGS = 5;
const READINGS_APART_MS = 300;

/** `NODE_OPTIONS` of a server that tells, when it is asked by a signal, what it holds on to after a collection. */
export const MEMORY_PROBE = `--import=data:text/javascript,${encodeURIComponent(`
  import { setFlagsFromString } from 'node:v8';
  import { runInNewContext } from 'node:vm';
  import { isMainThread } from 'node:worker_threads';
  if (isMainThread) {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc');
    let asked = 0;
    process.on('SIGUSR2', () => {
      collect();
      const { heapUsed, external, rss } = process.memoryUsage();
      process.stderr.write('\\nMEMORY ' + JSON.stringify({ asked: ++asked, heldBytes: heapUsed + external, rss }) + '\\n');
    });
  }
`)}`;

export interface MemoryUse {
  /** What is reachable: objects, and what they hold outside of the heap. */
  readonly heldMb: number;
  /** What the process takes from the system; how much of it V8 keeps for later is its own affair. */
  readonly residentMb: number;
}

/** What a server with the probe holds at rest: the reading with the least. Not twice at the same time. */
export async function memoryOf(server: ServerProcess): Promise<MemoryUse> {
  let least = await readMemory(server);
  for (let i = 1; i < READINGS; i += 1) {
    await sleep(READINGS_APART_MS);
    const reading = await readMemory(server);
    if (reading.heldMb < least.heldMb) least = reading;
  }
  return least;
}

async function readMemory(server: ServerProcess): Promise<MemoryUse> {
  const before = last(server)?.asked ?? 0;
  process.kill(server.pid, 'SIGUSR2');
  for (const until = performance.now() + REPLY_TIMEOUT_MS; performance.now() < until; await sleep(10)) {
    const told = last(server);
    if (told && told.asked > before) return { heldMb: told.heldBytes / 1e6, residentMb: told.rss / 1e6 };
  }
  throw new Error('The server did not tell what it holds');
}

function last(server: ServerProcess): { asked: number; heldBytes: number; rss: number } | undefined {
  const lines = [...server.output().matchAll(/^MEMORY (\{.*\})$/gm)];
  return lines.length === 0 ? undefined : JSON.parse(lines.at(-1)![1]!);
}
