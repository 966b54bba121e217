import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { commonServer, type RunningServer } from './run/common-server.ts';
import { freePort, needs, untilReady } from './test-servers.ts';

const INITDB = globSync('/usr/lib/postgresql/*/bin/initdb').sort().at(-1);
const START_TIMEOUT_MS = 60_000;
/** `nobody`: PostgreSQL does not run as root. */
const NOBODY = 65_534;
const IDENTITY = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

export const NEEDS_POSTGRES = needs(
  INITDB,
  'POSTGRESQL IS NOT INSTALLED and its drivers are not tested: apt-get install postgresql',
  600_000,
);

/** A place for databases. */
export interface Postgres extends AsyncDisposable {
  /** Makes a database. @returns Its URL. */
  database(): Promise<string>;
}

/** A real PostgreSQL of its own, on a free port, with a folder that goes away with it. */
export interface PostgresServer extends Postgres, RunningServer {
  /** As `pg_ctl stop -m immediate` does: without a last word to anybody. */
  kill(): Promise<void>;
  /** After `kill`: on the same port, with what it kept on disk. */
  restart(): Promise<void>;
}

/** The one that all test files use. */
export async function commonPostgres(): Promise<Postgres> {
  const server = await commonServer('postgres', startPostgres);
  return {
    database: () => createDatabase(server.url),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

export async function startPostgres(): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'docent-postgres-'));
  if (IDENTITY.uid !== undefined) chownSync(folder, NOBODY, NOBODY);
  const data = join(folder, 'data');
  const settings = [...'--no-sync -A trust -U docent -E UTF8 --locale C.UTF-8 -D'.split(' '), data];
  execFileSync(INITDB!, settings, { ...IDENTITY, cwd: folder, stdio: 'ignore' });
  const port = await freePort();
  const url = `postgres://docent@127.0.0.1:${port}`;
  let child = await launch({ folder, data, port });
  /** Its backends end with it, and its shared memory is released, which SIGKILL would leave. */
  const kill = async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGQUIT');
    await once(child, 'exit');
  };
  return {
    url,
    database: () => createDatabase(url),
    kill,
    async restart() {
      child = await launch({ folder, data, port });
    },
    async [Symbol.asyncDispose]() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function createDatabase(server: string): Promise<string> {
  const name = `t${randomUUID().replaceAll('-', '')}`;
  await ask(`${server}/postgres`, `CREATE DATABASE ${name}`);
  return `${server}/${name}`;
}

async function launch(of: { folder: string; data: string; port: number }): Promise<ChildProcess> {
  // What ends is the server, not the machine: what it wrote is there without a sync.
  const settings = ['listen_addresses=127.0.0.1', 'fsync=off', `unix_socket_directories=${of.folder}`];
  const args = ['-D', of.data, '-p', String(of.port), ...settings.flatMap((setting) => ['-c', setting])];
  const child = spawn(join(dirname(INITDB!), 'postgres'), args, {
    ...IDENTITY,
    cwd: of.folder,
    stdio: 'ignore',
  });
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
