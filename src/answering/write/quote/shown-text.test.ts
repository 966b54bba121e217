import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { shownText } from './shown-text.ts';

/** A text as shown, and its marked sentences. What stands between ‹ and › is code. */
function show(written: string, ...sentences: string[]): [string, ...string[]] {
  const text = written.replace(/[‹›]/gu, '');
  const code = [...written.matchAll(/‹([^›]*)›/gu)].map(([, inner]) => {
    const start = text.indexOf(inner!);
    return { start, end: start + inner!.length };
  });
  const ranges = sentences.map((sentence) => {
    const start = text.indexOf(sentence);
    assert.ok(start >= 0, sentence);
    return { start, end: start + sentence.length };
  });
  const shown = shownText({ text, layout: { code } }, { start: 0, end: text.length }, ranges);
  return [shown.text, ...shown.marked.map(({ start, end }) => shown.text.slice(start, end))];
}

describe('A passage as an answer shows it', () => {
  const cases: readonly (readonly [
    name: string,
    text: string,
    sentence: string,
    shown: string,
    marked: string,
  ])[] = [
    [
      'joins the lines of a paragraph',
      '  Staff get 30 days.\nUnused days\n expire  in March.\n',
      'Unused days\n expire  in March.',
      'Staff get 30 days. Unused days expire in March.',
      'Unused days expire in March.',
    ],
    [
      'keeps paragraphs apart',
      'Leave\n\n \nStaff get\n30 days.\n\n\nAsk Ann.',
      'Staff get\n30 days.',
      'Leave\n\nStaff get 30 days.\n\nAsk Ann.',
      'Staff get 30 days.',
    ],
    [
      'keeps the items of a list on lines of their own, without lines between',
      'Bring:\n- a pen\n\n- a pad\n  of  paper\n\n2) a cup\n\nThat is all.',
      'a pad\n  of  paper',
      'Bring:\n- a pen\n- a pad of paper\n\n2) a cup\n\nThat is all.',
      'a pad of paper',
    ],
    [
      'keeps the rows of a table',
      'Name | Days\nAnn | 30\nBob | 25\nAs of May.',
      'Ann | 30',
      'Name | Days\nAnn | 30\nBob | 25\nAs of May.',
      'Ann | 30',
    ],
    [
      'keeps lines that are drawn in plain text',
      '==== PAYMENT ====\nStudent name ---\nPay by May\nor later.',
      'Pay by May\nor later.',
      '==== PAYMENT ====\nStudent name ---\nPay by May or later.',
      'Pay by May or later.',
    ],
    [
      'puts bars between cells that tabs divide',
      'Name\tDays\n Ann\t30\n',
      'Ann\t30',
      'Name | Days\nAnn | 30',
      'Ann | 30',
    ],
    [
      'fences code and leaves it as it is',
      'Run it:\n\n‹make a[0] --fast\n\tmake b   --slow›\nThen it is done.',
      'make b   --slow',
      'Run it:\n\n```\nmake a[0] --fast\n\tmake b   --slow\n```\nThen it is done.',
      'make b   --slow',
    ],
    [
      'leaves what stands apart from code apart',
      'Run it:\n\n‹a = 1\nb = 2›\n\nThe next chapter',
      'Run it:',
      'Run it:\n\n```\na = 1\nb = 2\n```\n\nThe next chapter',
      'Run it:',
    ],
    [
      'fences code at the end',
      'Run it:\n‹a = 1\nb = 2›\n',
      'Run it:',
      'Run it:\n```\na = 1\nb = 2\n```',
      'Run it:',
    ],
    [
      'fences code so that it cannot end its fence',
      '‹a = ```x```\nb = `y`›',
      'a = ```x```',
      '````\na = ```x```\nb = `y`\n````',
      'a = ```x```',
    ],
    [
      'puts what looks like a citation in other brackets',
      'As shown [3] and [4, 5].\nSee list[0] and [\n6–8] and 【９】, not [note].',
      'See list[0] and [\n6–8] and 【９】, not [note].',
      'As shown (3) and (4, 5). See list(0) and ( 6–8) and (９), not [note].',
      'See list(0) and ( 6–8) and (９), not [note].',
    ],
    [
      'keeps characters that mean nothing',
      'One\uFDD0 is.\uFDD1 Two\uFDD1\uFDD0 are.',
      'Two\uFDD1\uFDD0 are.',
      'One\uFDD0 is.\uFDD1 Two\uFDD1\uFDD0 are.',
      'Two\uFDD1\uFDD0 are.',
    ],
  ];
  for (const [name, text, sentence, ...shown] of cases)
    it(name, () => assert.deepEqual(show(text, sentence), shown));

  it('marks several sentences', () => {
    assert.deepEqual(show('One  is.\nTwo are.\n\n- Three', 'One  is.', 'Three'), [
      'One is. Two are.\n\n- Three',
      'One is.',
      'Three',
    ]);
  });

  it('is the part that is asked for', () => {
    const text = 'Not this.\n\nBut  this. Yes.\n\nNor this.';
    const sentence = { start: text.indexOf('Yes.'), end: text.indexOf('Yes.') + 4 };
    const { text: shown, marked } = shownText({ text }, { start: 11, end: 27 }, [sentence]);
    assert.equal(shown, 'But this. Yes.');
    assert.deepEqual(marked, [{ start: 10, end: 14 }]);
  });

  it('is nothing where there is nothing', () => {
    assert.deepEqual(shownText({ text: ' \n ' }, { start: 0, end: 3 }, []), { text: '', marked: [] });
  });

  const PIECES = [
    'a',
    'B',
    '7',
    ' ',
    '\t',
    '\n',
    '\n\n',
    '. ',
    '[',
    ']',
    '3',
    '|',
    '- ',
    '=',
    '`',
    '{',
    '\uFDD0',
    '\uFDD1',
    '字',
    '😀',
  ];
  const hostile = fc
    .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 60 })
    .map((all) => all.join(''));
  /** All from a line on. */
  const codeFrom = (text: string, line: number) => {
    const start = text.split('\n').slice(0, line).join('\n').length + (line > 0 ? 1 : 0);
    return start < text.length ? [{ start, end: text.length }] : [];
  };

  it('says in a marked sentence what the sentence says, in any text', () => {
    const said = (text: string) => text.match(/[\p{L}\p{N}\p{So}\uFDD0\uFDD1]/gu)?.join('') ?? '';
    fc.assert(
      fc.property(hostile, fc.nat(), fc.nat(), fc.nat(9), (text, a, b, line) => {
        const start = a % text.length;
        const sentence = text.slice(start, start + 1 + (b % (text.length - start))).trim();
        fc.pre(sentence !== '' && text.isWellFormed() && sentence.isWellFormed());
        const from = text.indexOf(sentence, start);
        const range = { start: from, end: from + sentence.length };
        const { text: shown, marked } = shownText(
          { text, layout: { code: codeFrom(text, line) } },
          { start: 0, end: text.length },
          [range],
        );
        assert.equal(said(shown), said(text));
        assert.equal(said(shown.slice(marked[0]!.start, marked[0]!.end)), said(sentence));
      }),
    );
  });

  it('has no citation outside of code, in any text', () => {
    fc.assert(
      fc.property(hostile, fc.nat(9), (text, line) => {
        const passage = { text, layout: { code: codeFrom(text, line) } };
        const { text: shown } = shownText(passage, { start: 0, end: text.length }, []);
        assert.doesNotMatch(shown.replace(/^(`{3,})\n.*?\n\1$/gms, ''), /\[\d+\]/);
      }),
    );
  });
});
