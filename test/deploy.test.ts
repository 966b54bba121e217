import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { parser as promql } from '@prometheus-io/lezer-promql';
import { validate } from 'dockerfile-utils';
import { parse, parseAllDocuments } from 'yaml';
import { idleProgram } from '../scripts/command-line-page.ts';
import { METRICS } from '../src/http/metrics/metrics.ts';
import { loadConfig, settings } from '../src/settings/config.ts';
import { isShared } from '../src/settings/store-settings.ts';
import { temporaryFolder } from './temporary-folder.ts';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

const COMMANDS = idleProgram().commands.map((command) => command.name());

/** Of the libraries that Docent uses. */
const OTHERS = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];

/** Asserts that Docent knows and accepts all of these, and that its stores are those. */
function assertSettings(environment: Record<string, string>, stores: 'shared' | 'embedded'): void {
  const known = new Set([...settings().map(([, { name }]) => name), ...OTHERS]);
  assert.deepEqual(
    Object.keys(environment).filter((name) => !known.has(name)),
    [],
  );
  assert.equal(isShared(loadConfig(environment)), stores === 'shared');
}

interface Service {
  readonly build?: string;
  readonly image?: string;
  readonly extends?: { readonly file: string; readonly service: string };
  readonly command?: unknown;
  readonly environment?: Record<string, string>;
  readonly volumes?: readonly string[];
  readonly depends_on?: Record<string, unknown> | readonly string[];
}

/** A file for Compose, its variables filled in with their defaults, and services that it extends from another file. */
function composed(name: string) {
  const filled = read(`deploy/compose/${name}.yaml`).replaceAll(
    /(?<!\$)\$\{\w+(?::-([^}]*)|:\?[^}]*)?\}/g,
    (_, word) => word ?? 'x',
  );
  const { services, volumes } = parse(filled, { merge: true }) as {
    services: Record<string, Service>;
    volumes: object;
  };
  for (const [own, service] of Object.entries(services)) {
    if (!service.extends) continue;
    const base: Service = composed(basename(service.extends.file, '.yaml')).services[
      service.extends.service
    ]!;
    const environment = { ...base.environment, ...service.environment };
    services[own] = { ...base, ...service, environment };
  }
  return { services, volumes };
}

test('the Compose files set what Docent takes, run commands that it has, and name what they define', () => {
  for (const [name, stores, docents] of [
    ['embedded', 'embedded', ['docent']],
    ['ollama', 'embedded', ['docent']],
    ['shared', 'shared', ['serve', 'worker']],
  ] as const) {
    const { services, volumes } = composed(name);
    const built = Object.entries(services).filter(([, { build }]) => build !== undefined);
    assert.deepEqual(Object.keys(Object.fromEntries(built)), docents);
    for (const [own, service] of built) {
      assertSettings(service.environment!, stores);
      assert.ok(read('Dockerfile') && service.build === '../..');
      assert.deepEqual(service.command, own === 'docent' ? undefined : [own]);
      assert.ok(own === 'docent' || COMMANDS.includes(own));
    }
    for (const { depends_on: needs = {}, volumes: mounts = [], ...service } of Object.values(services)) {
      assert.notEqual(service.build, service.image);
      const needed = Array.isArray(needs) ? needs : Object.keys(needs);
      for (const other of needed) assert.ok(services[other], other);
      for (const mount of mounts) assert.ok(mount.split(':')[0]! in volumes, mount);
    }
  }
});

test('a linter finds nothing in the Dockerfile', () => {
  assert.deepEqual(
    validate(read('Dockerfile')).map(({ message }) => message),
    [],
  );
});

test('the manifests for Kubernetes set what Docent takes, and select what they name', () => {
  const documents = parseAllDocuments(read('deploy/kubernetes/docent.yaml')).map((document) => {
    assert.deepEqual(document.errors, []);
    return document.toJS();
  });
  const kinds = Object.groupBy(documents, ({ kind }) => kind);
  assertSettings(kinds.Secret![0].stringData, 'shared');
  for (const { spec } of kinds.Deployment!) {
    const { labels } = spec.template.metadata;
    assert.deepEqual(spec.selector.matchLabels, labels);
    const [container] = spec.template.spec.containers;
    assert.equal(`docent-${container.args.join(' ')}`, labels.app);
    assert.equal(container.envFrom[0].secretRef.name, kinds.Secret![0].metadata.name);
    const mounts = container.volumeMounts.map(({ name }: { name: string }) => name);
    assert.deepEqual(
      spec.template.spec.volumes.map(({ name }: { name: string }) => name),
      mounts,
    );
  }
  assert.deepEqual(kinds.Service![0].spec.selector, kinds.Deployment![0].spec.template.metadata.labels);
});

/** Where a linter is absent, its test says so and is skipped. */
function linter(command: string, version: string): string | undefined {
  const { status } = spawnSync(command, [version], { stdio: 'ignore' });
  if (status === 0) return undefined;
  process.stderr.write(`SKIPPED: ${command} is not installed, so its example is not checked\n`);
  return `${command} is not installed`;
}

test('nginx accepts its example', { skip: linter('nginx', '-v') ?? false }, () => {
  const folder = temporaryFolder();
  // A certificate of nobody, as the example names one.
  execFileSync('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=docent.example.org'],
    ...['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')],
  ]);
  const example = read('deploy/proxy/nginx.conf').replaceAll('/etc/ssl/docent.example.org', folder);
  const file = join(folder, 'nginx.conf');
  // Its own folders may belong to another user.
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n');
  writeFileSync(
    file,
    `events {}\npid ${folder}/nginx.pid;\nhttp {\naccess_log off;\n${folders}\n${example}\n}\n`,
  );
  const { status, stderr } = spawnSync('nginx', ['-t', '-p', folder, '-e', 'stderr', '-c', file], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
});

test('Caddy accepts its example', { skip: linter('caddy', 'version') ?? false }, () => {
  const file = new URL('../deploy/proxy/Caddyfile', import.meta.url).pathname;
  const { status, stderr } = spawnSync('caddy', ['validate', '--adapter', 'caddyfile', '--config', file], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: temporaryFolder() },
  });
  assert.equal(status, 0, stderr);
});

test('systemd accepts the unit', { skip: linter('systemd-analyze', '--version') ?? false }, () => {
  const folder = temporaryFolder();
  const unit = read('deploy/systemd/docent.service');
  // What it starts is not installed here.
  writeFileSync(
    join(folder, 'docent.service'),
    unit.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`),
  );
  const { status, stdout, stderr } = spawnSync(
    'systemd-analyze',
    ['verify', '--man=no', '--recursive-errors=no', join(folder, 'docent.service')],
    { encoding: 'utf8' },
  );
  assert.equal(status, 0, stdout + stderr);
  assert.equal(/docent\.service/.exec(stderr)?.[0], undefined, stderr);
});

test('the proxies trust what the examples say, and stream', () => {
  for (const name of ['nginx.conf', 'Caddyfile']) {
    const [, ranges] = /TRUSTED_PROXIES=(\[.*\])/.exec(read(`deploy/proxy/${name}`))!;
    assert.ok(loadConfig({ TRUSTED_PROXIES: ranges! }).trustedProxies.length > 0);
  }
  assert.match(read('deploy/proxy/nginx.conf'), /proxy_buffering off;/);
});

test('the dashboard and the alerts are PromQL, and ask for metrics and labels that there are', () => {
  const dashboard = JSON.parse(read('deploy/monitoring/docent-dashboard.json'));
  const rules = parse(read('deploy/monitoring/docent-alerts.yaml')).groups[0].rules;
  const asked = [
    ...dashboard.panels.flatMap(({ targets }: { targets: { expr: string }[] }) =>
      targets.map(({ expr }) => expr),
    ),
    ...rules.map(({ expr }: { expr: string }) => expr),
  ];
  assert.ok(asked.length > 25);
  const page = read('docs/reference/metrics.md');
  const labelsOf = new Map(
    Object.values(METRICS).map(({ name, labelNames }) => [name, labelNames as readonly string[]]),
  );
  for (const expr of asked) {
    const { metrics, labels } = namesIn(expr);
    assert.ok(metrics.length > 0, expr);
    const own = metrics.flatMap((name) => {
      if (name === 'up') return [];
      const base = name.replace(/_(?:bucket|sum|count)$/, '');
      assert.ok(labelsOf.has(base), `${name} in ${expr}`);
      assert.ok(page.includes(`\`${base}\``), `${base} in docs/reference/metrics.md`);
      return labelsOf.get(base)!;
    });
    const known = new Set([...own, ...BY_SCRAPER]);
    assert.deepEqual(
      labels.filter((label) => !known.has(label)),
      [],
      expr,
    );
  }
  assert.throws(() => namesIn('sum(rate(docent_answers_total[5m]'), /Cannot parse/);
});

const BY_SCRAPER = ['job', 'instance', 'le'];

/** @throws {Error} When the expression is not PromQL. */
function namesIn(expr: string): { metrics: string[]; labels: string[] } {
  // Grafana fills its variables in.
  const filled = expr.replaceAll(/\$__rate_interval\b/g, '5m');
  const names = { metrics: [] as string[], labels: [] as string[] };
  promql.parse(filled).iterate({
    enter({ type, from, to }) {
      if (type.isError) throw new Error(`Cannot parse ${expr} at ${from}`);
      if (type.name === 'Identifier') names.metrics.push(filled.slice(from, to));
      else if (type.name === 'LabelName') names.labels.push(filled.slice(from, to));
    },
  });
  return names;
}
