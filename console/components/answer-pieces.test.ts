import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Source, Statement } from '../api/types.ts';
import { answerPieces, leaveWordsOut } from './answer-pieces.ts';
import { blocksIn, passageParts, stillSays, withoutFrame } from './passage-parts.ts';

const source = { n: 1, label: 'Handbook' } as Source;
const statement = { start: 4, end: 12, verdict: 'unsupported' } as Statement;

describe('the pieces of an answer', () => {
  it('are its words and the citations of sources that there are', () => {
    const pieces = answerPieces('Free [1], or not [2].', 0, { sources: [source], statements: [] });
    assert.deepEqual(
      pieces.map((piece) => (piece.type === 'citation' ? piece.source.n : piece.text)),
      ['Free ', 1, ', or not [2].'],
    );
  });

  it('tell which sentence words belong to, also when the text is a later part of the answer', () => {
    for (const offset of [0, 3]) {
      const text = 'One. Two two. Three.'.slice(offset);
      const pieces = answerPieces(text, offset, { sources: [], statements: [statement] });
      const doubted = pieces.filter((piece) => piece.type === 'words' && piece.look === 'unsupported');
      assert.deepEqual(
        doubted.map((piece) => piece.type === 'words' && piece.text),
        [' Two two'],
      );
    }
  });

  it('tell which sentence of a quotation answers, and what a check says against others', () => {
    const supported = { start: 5, end: 13, verdict: 'supported' } as Statement;
    const looks = (isMarked: boolean, statements = [supported]) =>
      answerPieces('One. Two two. Three. [1]', 0, { sources: [source], statements, isMarked }).map((piece) =>
        piece.type === 'words' ? [piece.text, piece.look] : piece.source.n,
      );
    const marked = [['One. ', 'plain'], ['Two two.', 'marked'], [' Three. ', 'plain'], 1];
    assert.deepEqual(looks(true), marked);
    assert.deepEqual(looks(false), [['One. Two two. Three. ', 'plain'], 1]);
    const doubted = { ...supported, start: 14, end: 20, verdict: 'partial' } as Statement;
    assert.deepEqual(looks(true, [supported, doubted]).slice(1, 4), [
      ['Two two.', 'marked'],
      [' ', 'plain'],
      ['Three. ', 'partial'],
    ]);
  });

  it('need no mark where the sentences that answer are all there is', () => {
    const [first, second] = [statement, { ...statement, start: 14, end: 20 }];
    assert.equal(leaveWordsOut([first], '“Ab cd ef gh” [1]\n\n'), true);
    assert.equal(leaveWordsOut([first], '    One two.  [1] [2]'), false);
    assert.equal(leaveWordsOut([first, second], '    One two.  Three. [12]'), false);
    assert.equal(leaveWordsOut([first, second], '    One two. a Three. [12]'), true);
  });

  it('make up the whole text', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.tuple(fc.nat(30), fc.nat(10))), (text, ranges) => {
        const statements = ranges.map(([start, length]) => ({ ...statement, start, end: start + length }));
        const pieces = answerPieces(text, 0, { sources: [source], statements });
        const whole = pieces.map((piece) => (piece.type === 'words' ? piece.text : `[${piece.source.n}]`));
        assert.equal(whole.join(''), text);
      }),
    );
  });
});

describe('the parts of a passage', () => {
  it('are what stands around it, the passage, and the sentence that was quoted', () => {
    const parts = passageParts(
      { from: 100, text: 'Before. First. Second. After.' },
      { passage: { start: 108, end: 122 }, quotes: [{ start: 115, end: 122 }] },
    );
    assert.deepEqual(parts, [
      { role: 'around', text: 'Before. ' },
      { role: 'passage', text: 'First. ' },
      { role: 'quote', text: 'Second.' },
      { role: 'around', text: ' After.' },
    ]);
  });

  it('mark a sentence that is given as text, however its lines are broken, within the passage alone', () => {
    const text = 'A (b)? Before. A\n(b)?  C. After.';
    const quoted = (quotes: string[]) =>
      passageParts({ from: 50, text }, { passage: { start: 65, end: 75 }, quotes })
        .filter(({ role }) => role === 'quote')
        .map((part) => part.text);
    assert.deepEqual(quoted(['A (b)?']), ['A\n(b)?']);
    assert.deepEqual(quoted(['(b)? C.', 'A (b)? C.']), ['A\n(b)?  C.']);
    assert.deepEqual(quoted(['Elsewhere.', ' ', 'After.']), []);
  });

  it('make up the text, whatever the ranges are', () => {
    const range = fc.tuple(fc.nat(60), fc.nat(20)).map(([start, length]) => ({ start, end: start + length }));
    fc.assert(
      fc.property(fc.string(), fc.nat(30), range, fc.array(range), (text, from, passage, quotes) => {
        const parts = passageParts({ from, text }, { passage, quotes: [...quotes, text.slice(0, 3)] });
        assert.equal(parts.map((part) => part.text).join(''), text);
        assert.ok(parts.every((part) => part.text !== ''));
      }),
    );
  });
});

describe('a document', () => {
  const text = 'Before it. The first sentence,\nand the second one. After it.';
  const source = { snippet: '…sentence, and the second…', start: 111, end: 150 };

  it('still says what was cited when the snippet begins within its passage', () => {
    assert.equal(stillSays({ from: 100, text }, source), true);
  });

  it('says something else when the passage has changed or moved', () => {
    assert.equal(stillSays({ from: 100, text: text.replace('second', 'third') }, source), false);
    assert.equal(stillSays({ from: 0, text }, source), false);
    assert.equal(stillSays({ from: 100, text: `${' '.repeat(60)}${text}` }, source), false);
  });
});

it('what frames the pages is cut off behind the last passage', () => {
  const document = {
    doc_id: 'a',
    version: 1,
    from: 10,
    to: 22,
    length: 40,
    content_length: 18,
    text: 'The end.1 TA',
    headings: [],
    code: [],
  };
  assert.deepEqual(withoutFrame(document), { ...document, text: 'The end.', to: 18, length: 18 });
  assert.equal(withoutFrame({ ...document, content_length: 30 }).text, 'The end.1 TA');
  assert.equal(withoutFrame({ ...document, content_length: 5 }).text, '');
});

it('headings and code of a document have their places in the part that was read', () => {
  const code = [
    { start: 12, end: 17 },
    { start: 19, end: 30 },
    { start: 40, end: 50 },
  ];
  const headings = [
    { start: 2, end: 9 },
    { start: 10, end: 11 },
  ];
  assert.deepEqual(blocksIn({ from: 10, text: 'a\nb = 1\n\nc = 2', headings, code }), [
    { type: 'heading', start: 0, end: 1 },
    { type: 'code', start: 2, end: 7 },
    { type: 'code', start: 9, end: 14 },
  ]);
});
