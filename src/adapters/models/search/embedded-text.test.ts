import assert from 'node:assert/strict';
import { test } from 'node:test';
import { embeddedText } from './embedded-text.ts';

const passage = (text: string, title: string | null = null, section: string | null = null) => ({
  ...{ text, title, section },
  ...{ terms: [], counts: [] },
});
const plain = { prefix: '', characters: 1_000 };

test('a passage is embedded behind the title of its document and the path of its headings', () => {
  const text = embeddedText(passage('Open till six.', 'Castle', 'Visiting › Hours'), plain);
  assert.equal(text, 'Castle\nVisiting › Hours\n\nOpen till six.');
  assert.equal(embeddedText(passage('Open till six.', 'Castle'), plain), 'Castle\n\nOpen till six.');
  assert.equal(embeddedText({ text: 'When?', terms: [], counts: [] }, plain), 'When?');
});

test('a title that the path of headings begins with is said once', () => {
  const titled = (section: string) => embeddedText(passage('x', 'Castle', section), plain);
  assert.equal(titled('Castle'), 'Castle\n\nx');
  assert.equal(titled('Castle › Hours'), 'Castle › Hours\n\nx');
  assert.equal(titled('Castles'), 'Castle\nCastles\n\nx');
});

test('a family that wants the title within its prefix has it there', () => {
  const family = { prefix: 'title: {title} | text: ', characters: 1_000 };
  assert.equal(embeddedText(passage('x', 'A $& b', 'c'), family), 'title: A $& b › c | text: x');
  assert.equal(embeddedText(passage('x'), family), 'title: none | text: x');
});

test('a long heading leaves most of the room to the text, and nothing is longer than the model takes', () => {
  const long = passage('t'.repeat(3_000), 'h'.repeat(3_000));
  for (const prefix of ['', 'title: {title} | text: ']) {
    const text = embeddedText(long, { prefix, characters: 800 });
    assert.equal(text.match(/h/g)?.length, 100);
    assert.ok(text.match(/t/g)!.length >= 690);
    assert.ok(text.length <= 800 + prefix.length);
  }
  assert.equal(embeddedText(long, { prefix: '', characters: 100_000 }).match(/h/g)?.length, 300);
});

test('no half of a character is left, and no text is empty', () => {
  assert.ok(embeddedText(passage(`${'a'.repeat(99)}😀`), { prefix: '', characters: 100 }).isWellFormed());
  assert.equal(embeddedText(passage(' \n'), plain), '-');
});
