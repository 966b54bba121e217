import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Where distributions install util-linux. */
const FOLDERS = ['/usr/bin', '/bin', '/usr/local/bin'];
const PROBE_TIMEOUT_MS = 10_000;

/**
 * Finds how the kernel can confine a process: no network (`unshare`), an end with its parent process however that ends,
 * and no new privileges (`setpriv`), bounds on CPU time and memory, and no core dump (`prlimit`). Containers often
 * forbid the first, and other systems than Linux have none of them, so each combination is tried by running Node, the
 * most confined first, Node alone last.
 *
 * @param options.memoryMb Writable memory, buffers and reserved heap included (RLIMIT_DATA). RLIMIT_AS would not do:
 * Node reserves terabytes of addresses for WebAssembly.
 * @param options.cpuSeconds CPU time of all threads.
 * @param options.signal Ends the search; its result must not be used then.
 * @returns `launcher`: program and arguments to prefix to a command line, empty when nothing can confine it; `by`: its
 * programs; `dropsPermissions`: whether this Node can drop a permission while running, so that a process has it only
 * during its start.
 * @see setpriv(1), prlimit(1), unshare(1), getrlimit(2)
 */
export async function findConfinement(options: {
  memoryMb: number;
  cpuSeconds: number;
  folders?: readonly string[];
  signal?: AbortSignal;
}): Promise<{ launcher: readonly string[]; by: readonly string[]; dropsPermissions: boolean }> {
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

/** The type of `process.permission.drop`; undefined when Node does not run behind the launcher. */
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
