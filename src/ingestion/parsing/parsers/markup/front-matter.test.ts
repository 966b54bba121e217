import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processorMs } from '../../../../../test/processor-time.ts';
import { splitFrontMatter } from './front-matter.ts';
import { parseMarkdown } from './markdown.ts';

const parse = (source: string) => parseMarkdown(Buffer.from(source));

for (const [what, source] of [
  ['YAML', '---\ntitle: "The \\"Guide\\""\ntags: [a]\n---\nWords.\n'],
  ['YAML that ends in dots', '\ufeff---\ntitle: \'The "Guide"\'\n...\nWords.\n'],
  ['TOML', "+++\ntitle = 'The \"Guide\"'\ntags = ['a']\n+++\nWords.\n"],
  ['JSON', '---\n{"title": "The \\"Guide\\"", "draft": false}\n---\nWords.\n'],
] as const) {
  test(`front matter in ${what} gives the title, and settings are no text`, () => {
    const { title, text } = parse(source);
    assert.equal(title, 'The "Guide"');
    assert.equal(text, 'Words.');
  });
}

test('a value with a colon, which YAML forbids, is read as it was meant', () => {
  const { title, text } = parse('---\ntitle: Errors: what they mean\ndescription: One: two.\n---\nWords.\n');
  assert.equal(title, 'Errors: what they mean');
  assert.equal(text, 'Errors: what they mean\n\nOne: two.\n\nWords.');
});

test('lines that begin with tabs, which YAML forbids, are read as with spaces', () => {
  const source =
    '---\ntitle: Talks\naliases: [\n\t"/talk",\n  "/old/talk",\n]\nmenu:\n\tdocs:\n\t\tparent: x\n---\nWords.\n';
  const { title, text } = parse(source);
  assert.equal(title, 'Talks');
  assert.equal(text, 'Words.');
});

test('text between horizontal rules is no front matter', () => {
  for (const source of [
    '---\n\nWords between rules.\n\n---\n\nMore.',
    '---\nA sentence, and then: nothing\n- or a list\n---\n\nMore.',
  ]) {
    assert.deepEqual(splitFrontMatter(source), { values: {}, body: source });
  }
});

test('the description, the authors and the dates stand below the heading', () => {
  const metadata =
    'description: How to get back in.\nauthors:\n  - name: Ann Baker\n  - name: Bob Cole\n' +
    'last_modified_at: 2024-05-06\nlayout: wide page\nredirect_from: /old page/with spaces';
  const lead = 'How to get back in.\n\nAuthor: Ann Baker, Bob Cole\nUpdated: 2024-05-06';
  const page = (head: string, body: string) => parse(`---\n${head}${metadata}\n---\n${body}`);
  assert.equal(page('', '# Passwords\n\nWords.').text, `Passwords\n\n${lead}\n\nWords.`);
  assert.equal(page('', 'Passwords\n===\n\nWords.').text, `Passwords\n\n${lead}\n\nWords.`);
  assert.equal(page('title: Passwords\n', 'Words.').text, `Passwords\n\n${lead}\n\nWords.`);
  assert.equal(page('', 'Words.').text, `${lead}\n\nWords.`);
});

test('front matter may stand below the heading, which is the better title when it says more', () => {
  const { title, text } = parse(
    '# EIP-1: Purpose\n\n---\neip: 1\ntitle: Purpose\nauthor: Ann\n---\n\nWords.',
  );
  assert.equal(title, 'EIP-1: Purpose');
  assert.equal(text, 'EIP-1: Purpose\n\nAuthor: Ann\n\nWords.');
});

test('a page that is all front matter is read: questions, answers, records and long texts', () => {
  const { title, text, blocks } = parse(`---
title: Help
layout: faq
image: /img/a picture.png
faq:
  - question: How long does it take?
    answer: |
      Two **days**.

      - On weekends three.
  - question: Who pays?
    answer: You do.
team:
  - name: Ann Baker
    startDate: 4 May
    avatar: /a.png
intro_text: >-
  We answer every day
  but Sunday.
---
`);
  assert.equal(title, 'Help');
  assert.equal(
    text,
    'Help\n\nHow long does it take?\n\nTwo days.\n\n- On weekends three.\n\nWho pays?\n\nYou do.\n\n' +
      '- Name: Ann Baker | Start date: 4 May\n\nWe answer every day but Sunday.',
  );
  assert.equal(blocks[1]?.kind, 'heading');
});

test('of a page with text of its own, settings and short values in lists stay out', () => {
  const { text } = parse(
    '---\ntitle: T\nmenu:\n  - name: One Two\n    url: /x\nsteps:\n  - title: Order\n    text: Choose what you want to have.\n---\nWords.\n',
  );
  assert.equal(text, 'T\n\nWords.\n\nOrder\n\nChoose what you want to have.');
});

test('a page with a title alone has no text', () => {
  assert.throws(() => parse('---\ntitle: Integrations\n---\n\n<Index />\n'), { code: 'no_text' });
});

test('hostile metadata is read in time, or left in the text', async () => {
  const aliases = `a: &a [${'x, '.repeat(9)}x]\n${[...'bcdefghi'].map((name, i) => `${name}: &${name} [${`*${'abcdefghi'[i]}, `.repeat(9)}1]\n`).join('')}`;
  const sources = [
    `---\n${'['.repeat(100_000)}\n---\nWords.`,
    `---\na:\n${Array.from({ length: 3_000 }, (_, depth) => `${' '.repeat(depth + 1)}a:\n`).join('')}---\nWords.`,
    `---\n${aliases}---\nWords.`,
    `---\n${'a: b\n'.repeat(50_000)}`,
    `+++\na = ${'['.repeat(100_000)}\n+++\nWords.`,
  ];
  const tookMs = await processorMs(() => {
    for (const source of sources) assert.ok(parse(source).text.length > 0);
  });
  assert.ok(tookMs < 6_000, `${tookMs} ms`);
});
