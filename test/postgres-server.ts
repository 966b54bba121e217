import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chownSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { freePort, killNow, untilReady } from './test-servers.ts';

const INITDB = globSync('/usr/lib/postgresql/*/bin/initdb').sort().at(-1);
const START_TIMEOUT_MS = 60_000;
/** `nobody`: PostgreSQL does not run as root. */
const NOBODY = 65_534;
const IDENTITY = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

/** Options of a suite that needs PostgreSQL: without it the suite is skipped, loudly. */
export const NEEDS_POSTGRES = {
  skip: INITDB
    ? (false as const)
    : 'POSTGRESQL IS NOT INSTALLED and its drivers are not tested: apt-get install postgresql',
  timeout: 600_000,
};

/** A real PostgreSQL of its own, on a free port, with a folder that goes away with it. */
export interface PostgresServer extends AsyncDisposable {
  /** Makes a database. @returns Its URL. */
  database(): Promise<string>;
  /** As `pg_ctl stop -m immediate` does: without a last word to anybody. */
  kill(): Promise<void>;
  /** After `kill`: on the same port, with what it kept on disk. */
  restart(): Promise<void>;
}

export async function startPostgres(): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'docent-postgres-'));
  if (IDENTITY.uid !== undefined) chownSync(folder, NOBODY, NOBODY);
  const data = join(folder, 'data');
  const settings = ['-A', 'trust', '-U', 'docent', '-E', 'UTF8', '--locale', 'C.UTF-8', '-D', data];
  execFileSync(INITDB!, settings, { ...IDENTITY, cwd: folder, stdio: 'ignore' });
  const port = await freePort();
  const url = (database: string) => `postgres://docent@127.0.0.1:${port}/${database}`;
  let child = await launch({ folder, data, port });
  return {
    async database() {
      const name = `t${randomUUID().replaceAll('-', '')}`;
      await ask(url('postgres'), `CREATE DATABASE ${name}`);
      return url(name);
    },
    async kill() {
      // Its backends end with it.
      child.kill('SIGQUIT');
      await new Promise((resolve) => child.once('exit', resolve));
    },
    async restart() {
      child = await launch({ folder, data, port });
    },
    async [Symbol.asyncDispose]() {
      await killNow(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function launch(of: { folder: string; data: string; port: number }): Promise<ChildProcess> {
  const args = ['-D', of.data, '-p', String(of.port), '-c', 'listen_addresses=127.0.0.1'];
  const child = spawn(
    join(dirname(INITDB!), 'postgres'),
    [...args, '-c', `unix_socket_directories=${of.folder}`],
    {
      ...IDENTITY,
      cwd: of.folder,
      stdio: 'ignore',
    },
  );
  const isReady = async () => {
    await ask(`postgres://docent@127.0.0.1:${of.port}/postgres`, 'SELECT 1');
    return true;
  };
  await untilReady(child, isReady, START_TIMEOUT_MS);
  return child;
}

async function ask(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(sql);
  } finally {
    await client.end().catch(() => {});
  }
}
