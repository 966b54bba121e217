/**
 * Part of `npm run check`: prints prose with words that the glossary of CONTRIBUTING.md replaces, and with words that
 * write-good finds doubled, wordy or worn out. Reads pages, comments, names, and strings of two words or more.
 */
import { globSync, readFileSync } from 'node:fs';
import MarkdownIt from 'markdown-it';
import { parseSync, Visitor } from 'oxc-parser';
import writeGood, { type Check } from 'write-good';

const ROOT = new URL('../', import.meta.url).pathname;
const PAGES = ['*.md', 'docs/**/*.md', 'quality/*/README.md'];
const CODE = [
  '{console,scripts,bench,quality}/**/*.{ts,tsx}',
  'client/{index,write-types}.ts',
  'src/**/*.ts',
];

/** On write-good's list of wordy phrases, but fine here. */
const ALLOWED =
  /^"(all of|allocate|assistance|however|implement|in a word|in addition|in between|it is|it was|maximum|minimum|monitor|multiple|optimum|outside of|similar to|therefore|type of|validate)"/i;
const CHECKS = { weasel: false, so: false, thereIs: false, passive: false, adverb: false };

interface Prose {
  readonly text: string;
  /** Offset in the file. */
  readonly start: number;
  /** Names and strings are not sentences. */
  readonly isSentence: boolean;
}

const glossary = readGlossary(read('CONTRIBUTING.md'));
const faults = [
  ...globSync(PAGES, { cwd: ROOT, exclude: ['**/*.de.md'] }).flatMap((file) => faultsIn(file, proseOfPage)),
  ...globSync(CODE, { cwd: ROOT, exclude: ['console/dist', '**/*.test.ts'] }).flatMap((file) =>
    faultsIn(file, proseOfCode),
  ),
].sort();
for (const fault of faults) console.log(fault);
if (faults.length > 0) process.exitCode = 1;

function faultsIn(file: string, proseOf: (text: string, file: string) => readonly Prose[]): string[] {
  const whole = read(file);
  return proseOf(whole, file).flatMap(({ text, start, isSentence }) =>
    [...writeGood(text, { checks: glossary }), ...(isSentence ? writeGood(text, CHECKS) : [])]
      .map(({ index, reason }) => ({ at: start + index, reason: reason.replaceAll(/[\s*]+/g, ' ') }))
      .filter(({ reason }) => !ALLOWED.test(reason))
      .map(({ at, reason }) => `${file}:${whole.slice(0, at).split('\n').length}: ${reason}`),
  );
}

/**
 * A check for each row: it refuses the `phrases` of the second column, as whole words in any case, but not *at least* and
 * not SQL's `LEAST(`.
 */
function readGlossary(markdown: string): Record<string, Check> {
  const rows = [...markdown.matchAll(/^\| ([^|`]+) \| (.+) \|$/gm)];
  return Object.fromEntries(
    rows.map(([, write, not]) => {
      const phrases = [...not!.matchAll(/`(.+?)`/g)].map(([, phrase]) => phrase!.replaceAll(' ', '[\\s*]+'));
      const pattern = new RegExp(`\\b(?:${phrases.join('|') || '(?!)'})\\b`, 'gi');
      const fn = (text: string) =>
        [...text.matchAll(pattern)]
          .filter(({ 0: word, index }) => !/\bat[\s*]+$/i.test(text.slice(0, index)) && word !== 'LEAST')
          .map(({ index, 0: { length } }) => ({ index, offset: length }));
      return [write!, { fn, explanation: `is in the glossary: write ${write}` }];
    }),
  );
}

function proseOfPage(markdown: string): Prose[] {
  const prose: Prose[] = [];
  const lines = markdown.split('\n');
  let start = 0;
  const add = (text: string) => {
    start = Math.max(start, markdown.indexOf(text, start));
    prose.push({ text, start, isSentence: true });
  };
  for (const { map, children } of new MarkdownIt({ html: true }).parse(markdown, {})) {
    if (map) start = lines.slice(0, map[0]).join('\n').length;
    let text = '';
    for (const { type, content } of children ?? []) {
      if (type === 'text') text += content;
      else if (type === 'softbreak') text += '\n';
      else if (text !== '') {
        add(text);
        text = '';
      }
    }
    if (text !== '') add(text);
  }
  return prose;
}

function proseOfCode(code: string, file: string): Prose[] {
  const { program, comments } = parseSync(file, code);
  const prose: Prose[] = comments.map(({ value, start }) => ({
    text: value,
    start: start + 2,
    isSentence: true,
  }));
  const add = (text: string, start: number) => {
    if (/\p{L}{2} \p{L}/u.test(text)) prose.push({ text, start, isSentence: false });
  };
  new Visitor({
    Identifier: ({ name, start }) => add(name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' '), start),
    // The strings of language packs are what people write, in their words.
    Literal: ({ value, start }) =>
      typeof value === 'string' && !file.startsWith('src/languages/') && add(value, start + 1),
    TemplateElement: ({ value, start }) => add(value.raw, start),
    JSXText: ({ value, start }) => add(value, start),
  }).visit(program);
  return prose;
}

function read(file: string): string {
  return readFileSync(`${ROOT}${file}`, 'utf8');
}
