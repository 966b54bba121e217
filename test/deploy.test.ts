import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse, parseAllDocuments } from 'yaml';
import { idleProgram } from '../scripts/command-line-page.ts';
import { loadConfig, settings } from '../src/config.ts';
import { isShared } from '../src/store-settings.ts';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

const COMMANDS = idleProgram().commands.map((command) => command.name());

/** Of the libraries that Docent uses. */
const OTHERS = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];

/** Asserts that Docent knows and accepts all of these, and that its stores are shared. */
function assertSettings(environment: Record<string, string>): void {
  const known = new Set([...settings().map(([, { name }]) => name), ...OTHERS]);
  assert.deepEqual(
    Object.keys(environment).filter((name) => !known.has(name)),
    [],
  );
  assert.ok(isShared(loadConfig(environment)));
}

test('the compose file sets what Docent takes, and runs commands that it has', () => {
  const { services } = parse(read('deploy/compose.yaml'), { merge: true });
  for (const name of ['serve', 'worker']) {
    const { environment, command, depends_on: needs } = services[name];
    const filled = JSON.stringify(environment).replaceAll(
      /\$\{\w+(?::-([\w-]*)|:\?[^}]*)?\}/g,
      (_, word) => word ?? 'x',
    );
    assertSettings(JSON.parse(filled));
    assert.deepEqual(command, [name]);
    assert.ok(COMMANDS.includes(name));
    for (const needed of Object.keys(needs)) assert.ok(services[needed], needed);
  }
});

test('the manifests for Kubernetes set what Docent takes, and select what they name', () => {
  const documents = parseAllDocuments(read('deploy/kubernetes/docent.yaml')).map((document) => {
    assert.deepEqual(document.errors, []);
    return document.toJS();
  });
  const kinds = Object.groupBy(documents, ({ kind }) => kind);
  assertSettings(kinds.Secret![0].stringData);
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
