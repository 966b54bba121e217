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
  /** Whether this Node takes a permission back while it runs, so that a process can hold one for its start alone. */
  readonly dropsPermissions: boolean;
}

/**
 * Finds how the kernel can hold a process to its bounds: no network (`unshare`), an end with the process that started
 * it, however that ends, and no more rights than it has (`setpriv`), bounds on CPU time and memory, and no core dump
 * (`prlimit`). Containers often forbid the first, and other systems than Linux have none of them, so that each
 * combination is tried by running Node, the most confined first, and Node alone at last.
 *
 * @param options.memoryMb Memory that can be written to, buffers and reserved heap included (RLIMIT_DATA). RLIMIT_AS
 *   would not do: Node reserves terabytes of addresses for WebAssembly.
 * @param options.cpuSeconds CPU time of all threads.
 * @param options.signal Ends the search; what it finds then is not to be used.
 * @see setpriv(1), prlimit(1), unshare(1), getrlimit(2)
 */
export async function findConfinement(options: {
  memoryMb: number;
  cpuSeconds: number;
  folders?: readonly string[];
  signal?: AbortSignal;
}): Promise<Confinement> {
  const { memoryMb, cpuSeconds, folders = FOLDERS, signal } = options;
  const programs = [
    ['unshare', '--net', '--map-current-user', '--'],
    ['setpriv', '--pdeathsig', 'KILL', '--no-new-privs'],
    ['prlimit', '--core=0', `--cpu=${Math.ceil(cpuSeconds)}`, `--data=${memoryMb * 2 ** 20}`, '--'],
  ].flatMap(([name = '', ...args]) => {
    const path = folders.map((folder) => join(folder, name)).find((candidate) => existsSync(candidate));
    return path === undefined ? [] : [{ name, command: [path, ...args] }];
  });
  for (let first = 0; first <= programs.length; first++) {
    const used = programs.slice(first);
    const launcher = used.flatMap(({ command }) => command);
    const answer = await askNode(launcher, signal);
    if (answer !== undefined)
      return { launcher, by: used.map(({ name }) => name), dropsPermissions: answer === 'function' };
  }
  return { launcher: [], by: [], dropsPermissions: false };
}

/** What kind of thing `process.permission.drop` is; undefined where Node does not run behind the launcher. */
async function askNode(launcher: readonly string[], signal?: AbortSignal): Promise<string | undefined> {
  const [program = process.execPath, ...args] = [...launcher, process.execPath];
  const asked = [...args, '--permission', '--print', 'typeof process.permission.drop'];
  try {
    const options = { timeout: PROBE_TIMEOUT_MS, env: {}, ...(signal && { signal }) };
    const { stdout } = await promisify(execFile)(program, asked, options);
    return stdout.trim();
  } catch {
    return undefined;
  }
}
