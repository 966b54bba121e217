import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { atLength } from './length.ts';

/** A file operation that can be let fail; as in failing-io.c. */
const KINDS = { write: 1, sync: 2, rename: 4, truncate: 8, create: 16, remove: 32 } as const;

export interface Fault {
  /** Which call fails, from 1, of all that change files. */
  readonly call: number;
  readonly code: 'ENOSPC' | 'EIO';
  /** Whether a write that fails leaves half of it behind. */
  readonly torn: boolean;
  /** Whether all later calls fail as well, until the disk is mended. */
  readonly lasts: boolean;
  /** What is counted and fails; all kinds when absent. */
  readonly kinds?: readonly (keyof typeof KINDS)[];
}

/** What is under `folder`, for the processes that were started with `environment`. */
export interface FailingDisk extends Disposable {
  readonly folder: string;
  /** To be added to that of a process that is to have this disk. */
  readonly environment: Readonly<Record<string, string>>;
  /** Begins to count calls anew, and to fail as `fault` says; without one only counts. */
  arm(fault?: Fault): void;
  /** Lets everything succeed again. @returns How many calls there were since. */
  mend(): number;
}

const FIELDS = 6;
const RUN_TIMEOUT_MS = 600_000;
const MEMORY_FOLDER = '/dev/shm';

/** Why no disk can be let fail here; false where it can. */
export const CANNOT_FAIL: string | false =
  process.platform !== 'linux'
    ? 'SKIPPED: disks are let fail only on Linux'
    : spawnSync('cc', ['--version']).status !== 0
      ? 'SKIPPED: there is no C compiler (cc) to build the failing disk with'
      : false;

/** Makes a folder that fails when it is told to. Disposing of it removes the folder. */
export function openFailingDisk(): FailingDisk {
  const built = mkdtempSync(join(tmpdir(), 'docent-fault-'));
  // In memory where that is possible: what is tested is what follows a failure, not how long a disk takes.
  const folder = mkdtempSync(join(existsSync(MEMORY_FOLDER) ? MEMORY_FOLDER : tmpdir(), 'docent-disk-'));
  const library = join(built, 'failing-io.so');
  const source = fileURLToPath(new URL('failing-io.c', import.meta.url));
  const { status, stderr } = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl']);
  if (status !== 0) throw new Error(`The failing disk could not be built: ${stderr}`);
  const control = join(built, 'control');
  writeFileSync(control, new BigInt64Array(FIELDS));
  return {
    ...controlled(control, folder),
    environment: { LD_PRELOAD: library, FAULT_FOLDER: folder, FAULT_CONTROL: control },
    [Symbol.dispose]() {
      for (const path of [folder, built]) rmSync(path, { recursive: true, force: true });
    },
  };
}

/**
 * Runs a module again, as a process whose disk can fail; it finds that out by `ownFailingDisk`.
 *
 * @param moduleUrl A module that does its loops when it is run as a program.
 * @returns What it printed.
 * @throws {Error} When it ends with anything but 0.
 */
export function runOnFailingDisk(moduleUrl: string): string {
  using disk = openFailingDisk();
  const run = spawnSync(process.execPath, [fileURLToPath(moduleUrl)], {
    env: { PATH: process.env.PATH, TEST_LENGTH: process.env.TEST_LENGTH, ...disk.environment },
    encoding: 'utf8',
    timeout: RUN_TIMEOUT_MS,
  });
  if (run.status !== 0) throw new Error(`${run.error ?? ''}${run.stdout}${run.stderr}`);
  return run.stdout;
}

/** The disk of this process, when `runOnFailingDisk` has started it; undefined in any other. */
export function ownFailingDisk(): Pick<FailingDisk, 'folder' | 'arm' | 'mend'> | undefined {
  const { FAULT_CONTROL: control, FAULT_FOLDER: folder } = process.env;
  return control !== undefined && folder !== undefined ? controlled(control, folder) : undefined;
}

function controlled(control: string, folder: string): Pick<FailingDisk, 'folder' | 'arm' | 'mend'> {
  const bitsOf = (kinds: readonly (keyof typeof KINDS)[]) =>
    kinds.reduce((bits, kind) => bits | KINDS[kind], 0);
  const everyKind = Object.keys(KINDS) as (keyof typeof KINDS)[];
  return {
    folder,
    arm(fault) {
      if (!fault) return write(control, [0, 0, 0, 0, bitsOf(everyKind), 0]);
      const { call, code, torn, lasts, kinds = everyKind } = fault;
      // What follows a torn write is the attempt to write its other half.
      const last = lasts ? Number.MAX_SAFE_INTEGER : torn ? call + 1 : call;
      write(control, [0, call, last, constants.errno[code], bitsOf(kinds), torn ? 1 : 0]);
    },
    mend() {
      const calls = readFirst(control);
      write(control, []);
      return calls;
    },
  };
}

/** Writes into the file itself, never a new one: it is mapped into the process whose disk it is. */
function write(control: string, numbers: readonly number[]): void {
  const fields = new BigInt64Array(FIELDS);
  for (const [place, number] of numbers.entries()) fields[place] = BigInt(number);
  const file = openSync(control, 'r+');
  writeSync(file, fields, 0, fields.byteLength, 0);
  closeSync(file);
}

function readFirst(control: string): number {
  const calls = new BigInt64Array(1);
  const file = openSync(control, 'r');
  readSync(file, calls, 0, calls.byteLength, 0);
  closeSync(file);
  return Number(calls[0]);
}

/** How a call fails: alone, half done, or as the first of many. */
const WAYS: readonly Omit<Fault, 'call'>[] = [
  { code: 'EIO', torn: false, lasts: false },
  { code: 'ENOSPC', torn: false, lasts: false },
  { code: 'ENOSPC', torn: true, lasts: false },
  { code: 'ENOSPC', torn: false, lasts: true },
];

/** Every n-th call is failed in a way; all of them are, in one way or another. */
const CALLS_STRIDE = atLength({ short: 8, full: 1 });

/**
 * Runs the steps of a test once for each of their calls that change files, and each way in which it can fail.
 *
 * @param options.callsMin Fewer calls mean that the steps no longer do what is to be tested.
 * @returns What was done, in words.
 */
export async function failEveryCall(
  runWith: (fault: Fault | undefined) => Promise<{ calls: number; refusals: number }>,
  { callsMin }: { callsMin: number },
): Promise<string> {
  const { calls } = await runWith(undefined);
  assert.ok(calls > callsMin, `the steps should change files more often than ${calls} times`);
  let refusals = 0;
  let runs = 0;
  for (const [i, way] of WAYS.entries()) {
    for (let call = 1 + (i % CALLS_STRIDE); call <= calls; call += CALLS_STRIDE) {
      refusals += (await runWith({ call, ...way })).refusals;
      runs += 1;
    }
  }
  return `${calls} calls that change files, failed in ${WAYS.length} ways: ${runs} runs, ${refusals} steps refused`;
}
