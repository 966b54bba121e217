import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseSync } from 'oxc-parser';
import { INTERNAL_ERROR, PROBLEMS as PROBLEM_TABLE } from '../src/http/problems/problem-table.ts';
import { settings } from '../src/settings/config.ts';
import { DETAILS } from './api/problem-details.ts';
import GERMAN from './messages/de.json' with { type: 'json' };
import SERVER from './messages/server.de.json' with { type: 'json' };
import { listed, plural, t } from './messages.ts';

const ROOT = new URL('./', import.meta.url).pathname;
/** The widget has few words, and no catalogue to load them from. */
const SOURCES = globSync('**/*.{ts,tsx}', { cwd: ROOT }).filter(
  (file) => !/^dist\/|^messages|^widget\/|\.test\.ts$/.test(file),
);
/** Names that are the same in every language, those of keys and of errors. */
const PROPER = new Set([
  ...['Docent', 'Markdown', 'Word', 'PowerPoint', 'Excel', 'AsciiDoc', 'Org', 'JSON Lines'],
  ...['Escape', 'Enter', 'Delete', 'Files', 'ApiProblem', 'AbortError'],
]);

test('a message has its values, and its form for the number', () => {
  assert.equal(t('checked at {time}', { time: '9:41' }), 'checked at 9:41');
  const found = ['{count} setting found', '{count} settings found'] as const;
  assert.equal(plural(1, found), '1 setting found');
  assert.equal(plural(1_200, found), '1,200 settings found');
  assert.equal(listed(['a', 'b', 'c']), 'a, b, and c');
});

test('a translation has the values of its message', () => {
  for (const [message, translation] of Object.entries({ ...SERVER, ...GERMAN })) {
    const forms = typeof translation === 'string' ? [translation] : Object.values(translation);
    if (typeof translation !== 'string')
      assert.deepEqual(Object.keys(translation), ['one', 'other'], message);
    for (const form of forms) {
      // `one` may say the number in a word.
      const fields = fieldsIn(form === forms.at(-1) ? message : message.replace('{count}', ''));
      assert.deepEqual(new Set([...fieldsIn(form), ...fields]), new Set(fieldsIn(form)), form);
      assert.deepEqual(new Set([...fieldsIn(form), ...fieldsIn(message)]), new Set(fieldsIn(message)), form);
    }
  }
});

test('the catalogue has no message that the console does not show', () => {
  const code = SOURCES.map((file) => readFileSync(ROOT + file, 'utf8')).join('\n');
  const unused = Object.keys(GERMAN).filter(
    (message) => !code.includes(`'${message}'`) && !code.includes(JSON.stringify(message)),
  );
  assert.deepEqual(unused, []);
});

test('what the server says to people is translated', () => {
  const rows = [...Object.values(PROBLEM_TABLE), INTERNAL_ERROR];
  const missing = [
    ...rows.flatMap(({ title, detail }) => (typeof detail === 'string' ? [title, detail] : [title])),
    ...settings().flatMap(([, { explains, takes }]) =>
      typeof takes === 'string' ? [explains, takes] : [explains],
    ),
    ...globSync('../src/{access,adapters,curation,http,ingestion,settings}/**/*.ts', { cwd: ROOT })
      .filter((file) => !file.endsWith('.test.ts'))
      .flatMap(saidIn),
    // Words to choose from stay as they are.
  ].filter((message) => !Object.hasOwn(SERVER, message) && !/^[\w-]+( \| [\w-]+)+$/.test(message));
  assert.deepEqual(missing, []);
});

test('what a problem means to a user is about a code of the server', () => {
  const codes = [...Object.keys(PROBLEM_TABLE), INTERNAL_ERROR.code];
  assert.deepEqual(
    Object.keys(DETAILS).filter((code) => !codes.includes(code)),
    [],
  );
});

test('no visible text stands outside the catalogue', () => {
  const outside = SOURCES.flatMap((file) => textsIn(file).map((text) => `${file}: ${text}`));
  assert.deepEqual(outside, []);
});

interface Node {
  readonly type: string;
  readonly value?: unknown;
  readonly [name: string]: unknown;
}

/** The messages in a file of the server: templates, and what is wrong with fields. */
function saidIn(file: string): string[] {
  return nodesOf(file).flatMap(({ type, tag, quasi, value }) => {
    if (type === 'Literal' && /^(is|must|cannot) /.test(String(value))) return [String(value)];
    if (type !== 'TaggedTemplateExpression' || nameOf(tag as Node) !== 'said') return [];
    const parts = (quasi as { quasis: { value: { cooked: string } }[] }).quasis;
    return parts.map(({ value }) => value.cooked).reduce((text, part, i) => `${text}{${i - 1}}${part}`);
  });
}

function nodesOf(file: string): Node[] {
  const nodes = [parseSync(file, readFileSync(ROOT + file, 'utf8')).program as unknown as Node];
  for (const node of nodes)
    for (const child of Object.values(node).flat())
      if (typeof (child as Node | null)?.type === 'string') nodes.push(child as Node);
  return nodes;
}

/** The texts of a file that a reader sees, apart from code, URLs and proper names. */
function textsIn(file: string): string[] {
  const found: string[] = [];
  visit(parseSync(file, readFileSync(ROOT + file, 'utf8')).program as unknown as Node, undefined);
  return found;

  function visit(node: Node, parent: Node | undefined): void {
    const element = node.type === 'JSXElement' && nameOf((node.openingElement as Node).name as Node);
    if (element === 'code' || element === 'kbd' || node.type.startsWith('TS')) return;
    const text = typeof node.value === 'string' ? node.value.trim() : '';
    const isText = node.type === 'JSXText' && /\p{L}{2}/u.test(text);
    const isSaid = node.type === 'Literal' && isSentence(text) && !isTranslatedIn(parent, node);
    if ((isText || isSaid) && !PROPER.has(text)) found.push(text);
    for (const child of Object.values(node).flat())
      if (typeof (child as Node | null)?.type === 'string') visit(child as Node, node);
  }
}

/** A word or more that begin as a sentence does. */
function isSentence(text: string): boolean {
  return /^\p{Lu}[\p{L}’-]*([ .,:…!?]|$)/u.test(text) && /\p{Ll}/u.test(text);
}

/** Whether it is a message, or a name in code. */
function isTranslatedIn(parent: Node | undefined, node: Node): boolean {
  switch (parent?.type) {
    case 'CallExpression':
      return ['t', 'rich', 'plural'].includes(nameOf(parent.callee as Node));
    case 'ArrayExpression':
      // The forms of `plural`.
      return (parent.elements as Node[]).some(isMessage);
    case 'ConditionalExpression':
      // Of which `t` takes one.
      return isMessage(node);
    case 'Property':
      return parent.key === node || isMessage(node);
    case 'BinaryExpression':
    case 'MemberExpression':
    case 'ImportDeclaration':
      return true;
    default:
      return false;
  }
}

function isMessage({ value }: Node): boolean {
  return Object.hasOwn(GERMAN, String(value));
}

function nameOf(node: Node): string {
  return String(node.name ?? node.value ?? '');
}

function fieldsIn(message: string): string[] {
  return [...message.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
}
