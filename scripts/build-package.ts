/**
 * `npm run package`: writes the packages that npm installs, as JavaScript: `dist/docent`, and `dist/client` with its types.
 * In a checkout Node runs the TypeScript itself, which it refuses to do within `node_modules`.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const ROOT = new URL('../', import.meta.url).pathname;
const DIST = join(ROOT, 'dist');
const CLIENT = '@docent-server/client';
/** What the server reads, besides its code. */
const FILES = [
  ...['LICENSE', 'CHANGELOG.md', '.env.example'],
  ...globSync(['console/dist/*', 'console/messages/server*', 'docs/reference/errors*.md'], { cwd: ROOT }),
  'src/docent.js',
  ...globSync(['src/languages/*/*.txt', 'src/**/word-vectors/*.bin'], { cwd: ROOT }),
];

rmSync(DIST, { recursive: true, force: true });
run('node', 'client/write-types.ts');
run('tsc', '--project', 'tsconfig.package.json');
for (const file of FILES) copy(file, join(DIST, 'docent', file));
writeFileSync(join(DIST, 'docent/README.md'), readme());
for (const file of globSync('docent/**/*.js', { cwd: DIST })) adapt(join(DIST, file));
const root = manifest('package.json');
const client = manifest('client/package.json');
const { [CLIENT]: _, ...dependencies } = root.dependencies;
writeManifest('docent', {
  ...shared(root),
  name: '@docent-server/docent',
  bin: root.bin,
  // The client is part of the package.
  dependencies: { ...dependencies, ...client.dependencies },
  optionalDependencies: root.optionalDependencies,
});

run('tsc', '--project', 'client');
for (const file of globSync('client/built/client/*', { cwd: DIST }))
  copy(`dist/${file}`, join(DIST, 'client', file.replace(/.*\//, '')));
rmSync(join(DIST, 'client/built'), { recursive: true });
adapt(join(DIST, 'client/index.d.ts'));
copy('LICENSE', join(DIST, 'client/LICENSE'));
writeManifest('client', {
  ...shared(client),
  name: CLIENT,
  exports: { types: './index.d.ts', default: './index.js' },
  dependencies: client.dependencies,
});
process.stdout.write('dist/docent and dist/client can be packed.\n');

/** What Docent is, from the repository's page, whose commands are for a clone, and the first commands of the package. */
function readme(): string {
  const [about] = readFileSync(join(ROOT, 'README.md'), 'utf8').split('\n![');
  return `${about}
\`\`\`sh
docent                                        # serves http://localhost:8000, with its data in ./data
docent ingest ./handbooks
docent ask "How long is the notice period?"
docent help
\`\`\`

\`docent init\` writes a \`.env\` with all settings, \`docent doctor\` checks them. The reference of the API is at \`/docs\`.
`;
}

/** Lets emitted code name JavaScript, and the client by its path. */
function adapt(file: string): void {
  const client = relative(dirname(file), join(DIST, 'docent/client/index.js'));
  const code = readFileSync(file, 'utf8')
    .replaceAll(`from '${CLIENT}'`, `from '${client}'`)
    .replaceAll(/(new URL\('|import\('|from ')(\.[^']*)\.ts'/g, "$1$2.js'");
  const left = /['"][^'"\n]*\/[^'"\n]*\.ts['"]|'@docent-server\/client'/.exec(
    code.replaceAll(/^ ?\*.*$/gm, ''),
  );
  if (left) throw new Error(`Cannot package ${file} as it names ${left[0]}`);
  for (const [, path] of code.matchAll(/ from '(\.[^']*)'/g))
    if (!existsSync(join(dirname(file), path!)))
      throw new Error(`Cannot package ${file} as ${path} is missing`);
  writeFileSync(file, code);
}

interface Manifest {
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly type: string;
  readonly private: boolean;
  readonly bin: Record<string, string>;
  readonly engines?: Record<string, string>;
  readonly dependencies: Record<string, string>;
  readonly optionalDependencies: Record<string, string>;
}

function manifest(path: string): Manifest {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Manifest;
}

function shared({ version, description, license, type, private: isPrivate, engines }: Manifest): object {
  return { version, description, license, type, private: isPrivate, ...(engines && { engines }) };
}

function writeManifest(name: string, content: object): void {
  writeFileSync(join(DIST, name, 'package.json'), `${JSON.stringify(content, null, 2)}\n`);
}

function copy(file: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true });
  cpSync(join(ROOT, file), target);
}

function run(command: string, ...args: string[]): void {
  execFileSync(join(ROOT, 'node_modules/.bin', command), args, { cwd: ROOT, stdio: 'inherit' });
}
