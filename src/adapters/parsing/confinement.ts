import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Where distributions put the programs of util-linux. */
const FOLDERS = ['/usr/bin', '/bin', '/usr/local/bin'];
const PROBE_TIMEOUT_MS = 10_000;

/** What a parsing process may use, and what of it this machine can hold it to. */
interface Confinement {
  /** Program and arguments that a command line is put behind; empty where there is nothing to confine it with. */
  readonly launcher: readonly string[];
  /** The programs of `launcher`. */
  readonly by: readonly string[];
}

/**
 * Finds how the kernel can hold a process to its bounds: no network (`unshare`), an end with the process that started
 * it, however that ends, and no more rights than it has (`setpriv`), bounds on CPU time and memory, and no core dump
 * (`prlimit`). Containers often forbid the first, and other systems than Linux have none of them, so that each
 * combination is tried by running Node, the most confined first.
 *
 * @param options.memoryMb Memory that can be written to, buffers and reserved heap included (RLIMIT_DATA). RLIMIT_AS
 *   would not do: Node reserves terabytes of addresses for WebAssembly.
 * @param options.cpuSeconds CPU time of all threads.
 * @see setpriv(1), prlimit(1), unshare(1), getrlimit(2)
 */
export async function findConfinement(options: {
  memoryMb: number;
  cpuSeconds: number;
  folders?: readonly string[];
}): Promise<Confinement> {
  const { memoryMb, cpuSeconds, folders = FOLDERS } = options;
  const programs = [
    ['unshare', '--net', '--map-current-user', '--'],
    ['setpriv', '--pdeathsig', 'KILL', '--no-new-privs'],
    ['prlimit', '--core=0', `--cpu=${Math.ceil(cpuSeconds)}`, `--data=${memoryMb * 2 ** 20}`, '--'],
  ].flatMap(([name = '', ...args]) => {
    const path = folders.map((folder) => join(folder, name)).find((candidate) => existsSync(candidate));
    return path === undefined ? [] : [{ name, command: [path, ...args] }];
  });
  for (let first = 0; first < programs.length; first++) {
    const used = programs.slice(first);
    const launcher = used.flatMap(({ command }) => command);
    if (await runsNode(launcher)) return { launcher, by: used.map(({ name }) => name) };
  }
  return { launcher: [], by: [] };
}

async function runsNode([program = '', ...args]: readonly string[]): Promise<boolean> {
  try {
    const options = { timeout: PROBE_TIMEOUT_MS, env: {} };
    await promisify(execFile)(program, [...args, process.execPath, '--eval', '0'], options);
    return true;
  } catch {
    return false;
  }
}
