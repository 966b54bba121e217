import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  chmodSync,
  constants,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { inParallel } from '../src/concurrency/in-parallel.ts';
import { processorSeconds } from './processor-time.ts';
import { COMMON_SERVERS_URL } from './run/common-server.ts';
import { openCommonServers } from './run/common-servers.ts';
import type { Report } from './run/reporter.ts';

/**
 * Runs the tests: `node test/run.ts [--quick | --long] [--coverage] [--seed N] [a part of a path…]`. Properties are tried
 * with the same values in each run, and with others by another seed.
 *
 * How a file runs is said by its name:
 * - `x.test.ts` shares a process with other files, as most of the time of a small one is the start of a process and of
 *   the server in it; those in `test` share it with one another, and those of the console one browser, too;
 * - `x.process.test.ts`, and whatever is in another folder of `test`, has a process of its own: it starts others, changes
 *   what the files of a process share, or takes seconds;
 * - `x.scaled.test.ts` has one too, does a part of its work, and all of it with `--long`;
 * - `x.long.test.ts` is run by `--long` alone, which runs these two kinds and nothing else.
 */

const ROOT = new URL('../', import.meta.url).pathname;
const { values: options, positionals: parts } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean' },
    long: { type: 'boolean' },
    coverage: { type: 'boolean' },
    seed: { type: 'string', default: '1' },
  },
});
const CORES = availableParallelism();
/** More than there are cores, as many tests mostly wait. */
const PROCESSES_AT_ONCE = 2 * CORES;
/** More than one, so that all cores are busy until the end. */
const SHARED_PROCESSES_PER_CORE = 2;
const PROCESS_TIMEOUT_MS = 1_800_000;
/** UTF-16 units of what a process printed that are shown when it did not come to its end. */
const OUTPUT_MAX = 8_000;
const LEAST_COVERED = 10;
const MEMORY_FOLDER = '/dev/shm';
/** Of which a run takes 1 GB at most. */
const MEMORY_BYTES_MIN = 2 * 2 ** 30;

/** `git pull` brings new sources of the console, but not the page that is built from them. */
function buildConsole(): void {
  const built = statSync(join(ROOT, 'console/dist/index.html'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = globSync(['console/**/*', 'client/*.ts', 'samples/*'], {
    cwd: ROOT,
    exclude: ['console/dist/**'],
  });
  if (sources.every((file) => statSync(join(ROOT, file)).mtimeMs <= built)) return;
  execFileSync(process.execPath, ['scripts/build-console.ts'], { cwd: ROOT, stdio: 'ignore' });
}

/** Files that one process runs. */
interface Run {
  readonly name: string;
  readonly files: readonly string[];
}

const startedAt = performance.now();
const folder = mkdtempSync(join(temporaryFiles(), 'docent-tests-'));
// Servers that do not run as root have theirs in it.
chmodSync(folder, 0o711);
const reports: Report[] = [];
buildConsole();
const servers = await openCommonServers();
try {
  const runs = runsOf(globSync('{src,console,quality,test}/**/*.test.ts', { cwd: ROOT }).sort());
  if (runs.length === 0) throw new Error(`No test file has ${parts.join(' or ')} in its path`);
  await inParallel(runs, PROCESSES_AT_ONCE, async (run) => {
    const from = performance.now();
    const all = await reportsOf(run);
    const hasFailed = all.some(({ kind }) => kind === 'failed');
    const ended = all.at(-1);
    const times = `${secondsSince(from)} s, processor ${ended?.kind === 'ended' ? ended.processorS.toFixed(1) : '?'} s`;
    console.log(`${hasFailed ? '✗' : '✓'} ${run.name}: ${passedOf(all)} tests in ${times}`);
    reports.push(...all);
  });
} finally {
  await servers[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = summarise();

function runsOf(files: readonly string[]): Run[] {
  const chosen = files.filter((file) => parts.length === 0 || parts.some((part) => file.includes(part)));
  if (options.long) return chosen.filter((file) => /\.(?:long|scaled)\.test\.ts$/.test(file)).map(alone);
  const groups = Object.groupBy(chosen, (file) => {
    if (file.endsWith('.long.test.ts')) return 'long';
    if (/\.(?:process|scaled)\.test\.ts$/.test(file)) return 'alone';
    const [top, folder] = dirname(file).split('/');
    if (top !== 'test') return 'small files';
    return folder === undefined ? 'servers' : folder === 'console' ? folder : 'alone';
  });
  const small = shared('small files', groups['small files']);
  if (options.quick) return small;
  // What begins last should not take long.
  return [
    ...shared('console', groups.console),
    ...shared('servers', groups.servers),
    ...(groups.alone ?? []).reverse().map(alone),
    ...small,
  ];
}

function alone(file: string): Run {
  return { name: file, files: [file] };
}

/** Spread over processes, so that each has about as many bytes of tests. */
function shared(name: string, files: readonly string[] = []): Run[] {
  const sized = files.map((file) => ({ file, bytes: statSync(join(ROOT, file)).size }));
  const parts = Array.from({ length: Math.min(files.length, CORES * SHARED_PROCESSES_PER_CORE) }, () => ({
    files: [] as string[],
    bytes: 0,
  }));
  for (const { file, bytes } of sized.sort((a, b) => b.bytes - a.bytes)) {
    const least = parts.reduce((a, b) => (b.bytes < a.bytes ? b : a));
    least.files.push(file);
    least.bytes += bytes;
  }
  return parts.map(({ files }, i) => ({ name: `${name}, part ${i + 1} of ${parts.length}`, files }));
}

async function reportsOf({ name, files }: Run): Promise<Report[]> {
  const written = join(folder, name.replaceAll('/', '-'));
  const args = [
    ...['--test', '--test-isolation=none', '--import=./test/run/property-seed.ts'],
    ...['--test-reporter=./test/run/reporter.ts'],
    `--test-reporter-destination=${written}`,
    ...(options.coverage ? ['--experimental-test-coverage', '--test-coverage-include=src/**/*.ts'] : []),
  ];
  const child = spawn(process.execPath, [...args, ...files], {
    cwd: ROOT,
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: PROCESS_TIMEOUT_MS,
    killSignal: 'SIGKILL',
  });
  let output = '';
  const collect = (bytes: Buffer) => {
    output = (output + bytes.toString()).slice(-OUTPUT_MAX);
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  const all = readReports(written);
  const isWhole = all.at(-1)?.kind === 'ended' && (code === 0 || all.some(({ kind }) => kind === 'failed'));
  if (isWhole) return all;
  const error = `It ended with ${signal ?? code} and printed last:\n${output}`;
  return [...all, { kind: 'failed', at: files.length > 1 ? name : files[0]!, name: 'the process', error }];
}

function readReports(file: string): Report[] {
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch {}
  const lines = text.split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Report);
}

/** In memory where there is room, as tests open thousands of databases. Those of full length have a real disk. */
function temporaryFiles(): string {
  try {
    accessSync(MEMORY_FOLDER, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    if (!options.long && bavail * bsize > MEMORY_BYTES_MIN) return MEMORY_FOLDER;
  } catch {}
  return tmpdir();
}

/** Compiled code is found again by the next process; with it, though, coverage is not exact. */
function environment(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    TMPDIR: folder,
    PROPERTY_SEED: options.seed,
    [COMMON_SERVERS_URL]: servers.url,
    ...(options.long && { TEST_LENGTH: 'full' }),
    ...(options.coverage
      ? { NODE_DISABLE_COMPILE_CACHE: '1' }
      : { NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/docent') }),
  };
}

/** Prints what failed, what was skipped and why, and the figures. @returns The exit code. */
function summarise(): 0 | 1 {
  const failed = reports.filter((report) => report.kind === 'failed');
  const skipped = reports.filter((report) => report.kind === 'skipped');
  for (const { at, name, error } of failed)
    console.log(`\nFAILED ${at}\n  ${name}\n${error.replace(/^/gm, '    ')}`);
  const filesByReason = Map.groupBy(skipped, ({ reason }) => reason);
  for (const [reason, tests] of filesByReason)
    console.log(`\nSKIPPED ${reason}\n  ${[...new Set(tests.map(({ file }) => file))].join('\n  ')}`);
  if (options.coverage) printCoverage();
  const counts = `${passedOf(reports)} passed, ${failed.length} failed, ${skipped.length} skipped`;
  console.log(`\n${counts} in ${secondsSince(startedAt)} s, processor ${processorSeconds().toFixed(1)} s`);
  return failed.length > 0 ? 1 : 0;
}

/** Of the lines that test processes executed. Servers that they start and kill are not counted. */
function printCoverage(): void {
  const covered = reports.filter((report) => report.kind === 'covered');
  const files = [...Map.groupBy(covered, ({ file }) => file)].map(([file, parts]) => {
    const lines = new Set(parts.flatMap(({ lines }) => lines)).size;
    const executed = new Set(parts.flatMap(({ executed }) => executed)).size;
    return { file, lines, executed, missing: lines - executed };
  });
  const sum = (key: 'lines' | 'executed') => files.reduce((total, file) => total + file[key], 0);
  console.log(
    `\nCOVERED ${((100 * sum('executed')) / sum('lines')).toFixed(1)} % of ${sum('lines')} lines. Most are missing in:`,
  );
  const worst = files.toSorted((a, b) => b.missing - a.missing).slice(0, LEAST_COVERED);
  for (const { file, missing, lines } of worst) console.log(`  ${file}: ${missing} of ${lines}`);
}

function passedOf(all: readonly Report[]): number {
  return all.reduce((sum, report) => sum + (report.kind === 'ended' ? report.passed : 0), 0);
}

function secondsSince(from: number): string {
  return ((performance.now() - from) / 1_000).toFixed(1);
}
