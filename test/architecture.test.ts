import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';

const ROOT = new URL('../', import.meta.url).pathname;
const SOURCES = globSync('src/**/*.ts', { cwd: ROOT }).filter((file) => !file.endsWith('.test.ts'));

/** What each folder may import besides itself; everyone may import `kernel`, `concurrency` and `errors.ts`. */
const ALLOWED: Record<string, readonly string[]> = {
  http: ['access', 'answering', 'ingestion', 'curation', 'retrieval', 'ports', 'kernel'],
  answering: ['retrieval', 'question', 'text', 'languages', 'ports', 'kernel'],
  ingestion: ['text', 'languages', 'ports', 'kernel'],
  access: ['answering', 'ingestion', 'curation', 'ports', 'kernel'],
  curation: ['retrieval', 'ports', 'kernel'],
  retrieval: ['question', 'text', 'languages', 'ports', 'kernel'],
  question: ['text', 'languages', 'ports', 'kernel'],
  text: ['languages', 'kernel'],
  languages: [],
  // The built-in embedding reads words as chunks are read.
  adapters: ['text', 'languages', 'ports', 'kernel'],
  // A client of the API, in a process without the server: it knows names and formats of files.
  cli: ['ingestion', 'ports', 'kernel'],
  ports: ['kernel'],
  kernel: [],
  // Entry points and assembly name everything; nothing imports them but each other.
  assembly: [
    'http',
    'access',
    'cli',
    'answering',
    'ingestion',
    'curation',
    'retrieval',
    'question',
    'text',
    'languages',
    'ports',
    'kernel',
    'adapters',
  ],
};

const KERNEL = ['kernel', 'concurrency', 'errors.ts'];
const CONFIG = 'src/settings/config.ts';

/** A call, what must be used in its stead, and the files that are that replacement. */
const BANNED: readonly { pattern: RegExp; instead: string; except: readonly RegExp[] }[] = [
  {
    pattern: /process\.env\b/,
    instead: 'the Config value that src/settings/config.ts reads once',
    except: [/^src\/settings\/given-settings\.ts$/, /^src\/adapters\/parsing\//],
  },
  {
    pattern: /(?<![.\w])fetch\(|from 'node:https?'|from 'undici'|from 'node:(net|tls|dns|dns\/promises)'/,
    // The command line calls the server that its user named, which most often is on this very machine.
    instead: 'the guarded fetch: nothing else opens an outgoing connection',
    except: [
      /^src\/cli\/api-client\.ts$/,
      /^src\/adapters\/fetching\//,
      // The operator names the providers of models and the receivers of webhooks, never a request.
      /^src\/adapters\/(?:models\/provider-http|webhooks)\.ts$/,
    ],
  },
  {
    pattern: /\bDate\.now\(|new Date\(\)|\bMath\.random\(/,
    instead: 'the clock or randomness that was passed in',
    except: [/^src\/(app|local-commands)\.ts$/, /^src\/adapters\/telemetry\/logger\.ts$/],
  },
  { pattern: /AbortSignal\.any\(/, instead: 'linkedSignal, which is never collected', except: [] },
  { pattern: /\bconsole\.\w+\(/, instead: 'the Logger port', except: [] },
  { pattern: /\bexport default\b/, instead: 'a named export', except: [] },
];

test('imports point one way', () => {
  const wrong: string[] = [];
  for (const file of SOURCES) {
    const from = layerOf(file);
    for (const target of relativeImports(file)) {
      const to = layerOf(target);
      if (to !== from && !ALLOWED[from]!.includes(to))
        wrong.push(`${file} (${from}) imports ${target} (${to})`);
    }
  }
  assert.deepEqual(wrong, []);
});

/** The rooms of `src/answering`, as an answer goes through them; each may import those before it, and the types beside them. */
const ROOMS = ['model', 'read', 'choose', 'find', 'judge', 'check', 'write', 'record'];

test('an answer goes through its rooms in one direction', () => {
  const roomOf = (file: string) => /^src\/answering\/(?:(\w+)\/)?/.exec(file)?.[1];
  const wrong: string[] = [];
  for (const file of SOURCES) {
    const room = roomOf(file);
    if (room === undefined) continue;
    for (const target of relativeImports(file)) {
      const other = roomOf(target);
      const isBefore = other !== undefined && ROOMS.indexOf(other) <= ROOMS.indexOf(room);
      const isTop = other === undefined && target.startsWith('src/answering/');
      if (isTop ? !TOP_OF_ANSWERING.has(target) : other !== undefined && !isBefore)
        wrong.push(`${file} imports ${target}`);
    }
  }
  assert.deepEqual(wrong, []);
});

/** What all rooms share. */
const TOP_OF_ANSWERING = new Set(['src/answering/answer.ts', 'src/answering/conversation.ts']);

test('only the assembly imports the configuration as a value', () => {
  const readers = SOURCES.filter((file) => valueImports(file).some((target) => target === CONFIG));
  assert.deepEqual(
    readers.filter((file) => layerOf(file) !== 'assembly'),
    [],
  );
});

test('what is banned is used nowhere but in its replacement', () => {
  const wrong: string[] = [];
  for (const file of SOURCES) {
    const code = withoutComments(read(file));
    for (const { pattern, instead, except } of BANNED) {
      if (pattern.test(code) && !except.some((allowed) => allowed.test(file))) {
        wrong.push(`${file} uses ${pattern}: use ${instead}`);
      }
    }
  }
  assert.deepEqual(wrong, []);
});

/** Files outside `src/languages` with letters of other alphabets than ASCII, and why these are no words. */
const LETTERS_ELSEWHERE: Readonly<Record<string, string>> = {
  'src/ingestion/documents/document-id.ts': 'letters that an id is spelt without',
  'src/ingestion/parsing/parsers/guessed-encoding.ts': 'letters that a wrong encoding makes of others',
};

test('words of languages stand in their packs alone', () => {
  const files = SOURCES.filter((file) => layerOf(file) !== 'languages' && !(file in LETTERS_ELSEWHERE));
  const wrong = files.flatMap((file) => {
    // Unicode takes one of the apostrophes for a letter.
    const code = withoutComments(read(file)).replaceAll('\u02bc', '');
    return [...code.matchAll(/(?:(?![a-zA-Z])[\p{L}\p{M}])+/gu)].map(([letters]) => `${file}: ${letters}`);
  });
  assert.deepEqual(wrong, []);
});

test('there is no folder or file for leftovers', () => {
  const leftovers = SOURCES.filter((file) => /(^|\/)(utils?|helpers?|common|misc|shared)(\.|\/)/.test(file));
  assert.deepEqual(leftovers, []);
});

test('the pages on the design name only files that exist', () => {
  const pages = ['ARCHITECTURE.md', ...globSync('docs/design/*.md', { cwd: ROOT })];
  const existing = new Set(globSync('{src,console,test,scripts,bench,quality,docs}/**/*.*', { cwd: ROOT }));
  const named = pages.flatMap((page) =>
    [...read(page).matchAll(/`((?:src|console|test|scripts|bench|quality|docs)\/[\w./-]+\.\w+)`/g)].map(
      (match) => `${page}: ${match[1]}`,
    ),
  );
  assert.ok(named.length > 60, 'the pages should name the files of the journeys');
  assert.deepEqual(
    named.filter((file) => !existing.has(file.split(': ')[1]!)),
    [],
  );
});

test('a test file that shares its process has no hook around each test of all files', () => {
  const shared = globSync('{src,console,quality}/**/*.test.ts', { cwd: ROOT }).filter(
    (file) => !/\.(?:process|long)\.test\.ts$/.test(file),
  );
  assert.deepEqual(
    shared.filter((file) => /^(?:beforeEach|afterEach)\(/m.test(read(file))),
    [],
  );
});

function layerOf(file: string): string {
  const folder = file.split('/')[1]!;
  if (KERNEL.includes(folder)) return 'kernel';
  return folder in ALLOWED && file.split('/').length > 2 ? folder : 'assembly';
}

function relativeImports(file: string): string[] {
  return importsMatching(file, /(?:from|import)\s*\(?\s*'(\.[^']+)'/g);
}

function valueImports(file: string): string[] {
  return importsMatching(file, /^import (?!type)[^;]*?from '(\.[^']+)'/gm);
}

function importsMatching(file: string, pattern: RegExp): string[] {
  return [...withoutComments(read(file)).matchAll(pattern)].map((match) =>
    normalize(join(dirname(file), match[1]!)),
  );
}

function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}
