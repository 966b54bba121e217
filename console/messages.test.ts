import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseSync } from 'oxc-parser';
import { GERMAN } from './messages/de.ts';
import { listed, plural, t } from './messages.ts';

const ROOT = new URL('./', import.meta.url).pathname;
const SOURCES = globSync('**/*.{ts,tsx}', { cwd: ROOT }).filter(
  (file) => !/^dist\/|^messages|\.test\.ts$/.test(file),
);
/** Attributes and properties whose text is seen or read aloud. */
const VISIBLE =
  /^(label|title|placeholder|alt|action|cancel|aria-label|aria-description|aria-roledescription)$/;

test('a message has its values, and its form for the number', () => {
  assert.equal(t('checked at {time}', { time: '9:41' }), 'checked at 9:41');
  const found = ['{count} setting found', '{count} settings found'] as const;
  assert.equal(plural(1, found), '1 setting found');
  assert.equal(plural(1_200, found), '1,200 settings found');
  assert.equal(listed(['a', 'b', 'c']), 'a, b, and c');
});

test('a translation has the values of its message', () => {
  for (const [message, translation] of Object.entries(GERMAN)) {
    const forms = typeof translation === 'string' ? [translation] : Object.values(translation);
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

/** Not yet in the catalogue. */
const LATER = /^(app|views\/(ask|documents|review|quality|registry)|components\/|api\/)/;

test('no visible text stands outside the catalogue', () => {
  const outside = SOURCES.filter((file) => !LATER.test(file)).flatMap((file) =>
    textsIn(file).map((text) => `${file}: ${text}`),
  );
  assert.deepEqual(outside, []);
});

interface Node {
  readonly type: string;
  readonly value?: unknown;
  readonly [name: string]: unknown;
}

/** The texts of a file that a reader sees, apart from keys, code and proper names. */
function textsIn(file: string): string[] {
  const found: string[] = [];
  visit(parseSync(file, readFileSync(ROOT + file, 'utf8')).program as unknown as Node, []);
  return found;

  function visit(node: Node, parents: readonly Node[]): void {
    const element = node.type === 'JSXElement' && nameOf((node.openingElement as Node).name as Node);
    if (element === 'code' || element === 'kbd') return;
    const parent = parents.at(-1);
    const isText = node.type === 'JSXText';
    const isShown =
      node.type === 'Literal' &&
      (parent?.type === 'JSXAttribute' || parent?.type === 'Property') &&
      VISIBLE.test(nameOf((parent.name ?? parent.key) as Node));
    if ((isText || isShown) && /\p{L}{2}/u.test(String(node.value)) && String(node.value).trim() !== 'Docent')
      found.push(String(node.value).trim());
    for (const child of Object.values(node).flat())
      if (typeof (child as Node | null)?.type === 'string') visit(child as Node, [...parents, node]);
  }
}

function nameOf(node: Node): string {
  return String(node.name ?? node.value ?? '');
}

function fieldsIn(message: string): string[] {
  return [...message.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
}
