/**
 * `node scripts/release.ts <version>`: sets the version and the date of its changes, and writes what is published to
 * `dist/release`: both packages, their CycloneDX SBOM, and checksums. It commits, tags and publishes nothing, and prints
 * the commands that do.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = new URL('../', import.meta.url).pathname;
const RELEASE = 'dist/release';
const CLIENT = '@docent-server/client';

const [version = ''] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
  refuse(`it takes a version such as 0.1.0: current value is "${version}"`);
if (run('git', 'status', '--porcelain') !== '') refuse('there are changes that are not committed');

const changelog = read('CHANGELOG.md');
const heading = `## ${version} (unreleased)`;
const [, changes = ''] = changelog.split(`${heading}\n`);
if (!/^- /m.test(changes.split(/^## /m)[0]!)) refuse(`CHANGELOG.md must say what is new, under "${heading}"`);
const today = new Date().toISOString().slice(0, 10);
write('CHANGELOG.md', changelog.replace(heading, `## ${version} (${today})`));

edit('package.json', (root) => {
  root.version = version;
  root.dependencies[CLIENT] = version;
});
edit('client/package.json', (client) => {
  client.version = version;
});
edit('package-lock.json', (lock) => {
  lock.version = version;
  lock.packages[''].version = version;
  lock.packages[''].dependencies[CLIENT] = version;
  lock.packages.client.version = version;
});

const KUBERNETES = 'deploy/kubernetes/docent.yaml';
write(KUBERNETES, read(KUBERNETES).replaceAll(/(?<=image: docent:)\S+/g, version));
run('node', 'scripts/write-openapi.ts');

run('npm', 'run', 'package');
mkdirSync(join(ROOT, RELEASE));
for (const name of ['docent', 'client']) {
  // Only what a release writes may be published.
  edit(`dist/${name}/package.json`, (manifest) => {
    delete manifest.private;
  });
  run('npm', 'pack', '--pack-destination', RELEASE, `./dist/${name}`);
}
const sbom = run('npm', 'sbom', '--omit', 'dev', '--package-lock-only', '--sbom-format', 'cyclonedx');
write(`${RELEASE}/docent-${version}.cdx.json`, sbom);
const sums = readdirSync(join(ROOT, RELEASE))
  .sort()
  .map(
    (name) =>
      `${createHash('sha256')
        .update(readFileSync(join(ROOT, RELEASE, name)))
        .digest('hex')}  ${name}\n`,
  );
write(`${RELEASE}/SHA256SUMS`, sums.join(''));

process.stdout.write(`${sums.join('')}
To publish:
  git commit --all --message "Release ${version}" && git tag v${version}
  npm publish --access public ${RELEASE}/docent-server-client-${version}.tgz
  npm publish --access public ${RELEASE}/docent-server-docent-${version}.tgz
`);

function refuse(why: string): never {
  process.stderr.write(`Cannot release as ${why}\n`);
  process.exit(1);
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

function write(file: string, text: string): void {
  writeFileSync(join(ROOT, file), text);
}

// biome-ignore lint/suspicious/noExplicitAny: npm's files have a shape of their own.
function edit(file: string, change: (content: any) => void): void {
  const content = JSON.parse(read(file));
  change(content);
  write(file, `${JSON.stringify(content, null, 2)}\n`);
}

function run(command: string, ...args: string[]): string {
  return execFileSync(command, args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}
