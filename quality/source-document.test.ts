import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { documentOfRow, documentsOfPages, textOffset } from './source-document.ts';

const blockTexts = (document: ReturnType<typeof documentOfRow>) =>
  document?.parsed.blocks.map(({ start, end }) => document.parsed.text.slice(start, end));

describe('documentOfRow', () => {
  it('cuts a row into paragraphs at blank lines and keeps its text', () => {
    const text = ' One line\nand another.\n \nSecond.\n\n\n Third. ';
    const document = documentOfRow({ _id: 'a', title: 'T', text });
    assert.deepEqual(blockTexts(document), ['One line\nand another.', 'Second.', 'Third.']);
    assert.equal(document?.parsed.text, text);
  });

  it('lets a row without text say its title', () => {
    assert.deepEqual(blockTexts(documentOfRow({ _id: 'a', title: 'Extraction of Roots', text: '' })), [
      'Extraction of Roots',
    ]);
  });

  it('gives no document for a row without any text', () => {
    assert.equal(documentOfRow({ _id: 'a', title: '', text: ' \n' }), undefined);
  });
});

describe('documentsOfPages', () => {
  it('joins the pages of a document and numbers its blocks', () => {
    const [first, second] = documentsOfPages([
      { _id: 'x#p1', title: 'x', text: 'Cover' },
      { _id: 'y#1#p1', title: 'y', text: 'Other' },
      { _id: 'x#p3', title: 'x', text: 'Table\n\nNotes' },
    ]);
    assert.deepEqual(blockTexts(first), ['Cover', 'Table', 'Notes']);
    assert.deepEqual(
      first?.parsed.blocks.map(({ page }) => page),
      [1, 3, 3],
    );
    assert.equal(second?.key, 'y#1');
  });
});

describe('textOffset', () => {
  it('turns code points of the row into UTF-16 units of the normalised text', () => {
    assert.equal(textOffset('a😀e\u0301b', 4), 'a😀é'.length);
  });
});
