import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { foundPassages } from '../../../../test/found-passages.ts';
import { passageOf } from '../../../../test/passage-of.ts';
import { parseQuestion } from '../../../question/parsed-question.ts';
import type { Passage } from '../../../retrieval/passage.ts';
import type { Question } from '../../answer.ts';
import { type Finding, findAnswer } from '../../judge/finding.ts';
import { quoteAnswer, relatedPassages } from './quote-answer.ts';
import { writtenQuotations } from './write-quotations.ts';

const CORPUS = { chunks: 1_000, idf: (term: string) => (term === '' ? 6 : 3) };

/** The chunk of a document at a place, with its title in its terms. */
const chunk = (docId: string, ordinal: number, text: string): Passage =>
  passageOf(docId, text, { chunkId: `${docId}.1.${ordinal}` });

function find(question: string, passages: readonly Passage[]): Finding {
  return findAnswer(foundPassages(parseQuestion(question, ['en']), passages, CORPUS), { corpus: CORPUS });
}

/** What is answered, as text, marked sentences and sources; undefined for a refusal. */
function answer(question: string, passages: readonly Passage[], mode: Question['mode'] = 'learning') {
  const quoted = quoteAnswer({ mode, scoreThreshold: 0.35 }, find(question, passages));
  if (!quoted) return undefined;
  const { text, statements } = writtenQuotations(quoted);
  return {
    ...{ text, quoted },
    marked: statements.map(({ start, end }) => text.slice(start, end)),
    cited: statements.map(({ citations }) => citations),
    sources: quoted.sources.map(({ chunkId }) => chunkId),
  };
}

describe('A quoted answer', () => {
  const leave = chunk(
    'leave',
    0,
    'Leave is paid.\nStaff get 30 days of leave a year. Days of leave expire in March.',
  );
  const question = 'How many days of leave do staff get a year?';

  it('is the whole passage, in which the sentence that answers is marked', () => {
    const { text, marked, quoted } = answer(question, [leave])!;
    assert.equal(
      text,
      'Leave is paid. Staff get 30 days of leave a year. Days of leave expire in March. [1]',
    );
    assert.deepEqual(marked, ['Staff get 30 days of leave a year.']);
    assert.deepEqual(quoted.sources[0]!.quotes, [{ start: 15, end: 49 }]);
    assert.equal(writtenQuotations(quoted).gist, marked[0]);
    assert.deepEqual([quoted.isSynthesized, quoted.language], [false, 'en']);
  });

  it('is none below the threshold', () => {
    assert.equal(
      answer('How many zeppelins do staff get a year?', [chunk('menu', 0, 'Staff eat soup.')]),
      undefined,
    );
  });

  describe('that is short', () => {
    const parents = chunk('leave', 3, 'Days of leave that staff get for a child are ten.');

    it('is followed by another short passage of the document that has much of the question', () => {
      const { sources, marked, cited } = answer(question, [leave, chunk('pay', 0, leave.text), parents])!;
      assert.deepEqual(sources, ['leave.1.0', 'leave.1.3']);
      assert.deepEqual([marked[1], cited], [parents.text, [[1], [2]]]);
    });

    const long = 'It is so. '.repeat(100);
    for (const [name, others, mode] of [
      ['one of another document', [passageOf('other', parents.text)]],
      ['one that says little of what is asked', [chunk('leave', 3, 'A year has twelve months.')]],
      ['a long one', [chunk('leave', 3, `${parents.text} ${long}`)]],
      ['one that is hardly found', [1, 2, 3, 4].map((i) => passageOf(`d${i}`, 'Soup.')).concat(parents)],
      ['any in strict', [parents], 'strict'],
    ] as const satisfies readonly (readonly [string, readonly Passage[], Question['mode']?])[])
      it(`is not followed by ${name}`, () => {
        assert.deepEqual(answer(question, [leave, ...others], mode)!.sources, ['leave.1.0']);
      });

    it('is not followed by another where the best passage is long', () => {
      const first = chunk('leave', 0, `${leave.text} ${long}`);
      assert.deepEqual(answer(question, [first, parents])!.sources, ['leave.1.0']);
    });
  });

  describe('to a question about two things', () => {
    const compared = 'Is the notice period of managers longer than the notice period of interns?';
    const managers = passageOf(
      'managers',
      'The notice period of managers is three months. It is set by law.',
    );
    const interns = passageOf('interns', 'They have a desk. The notice period of interns is five days.');

    it('has a passage for each of them, and is synthesized but in open mode', () => {
      for (const mode of ['learning', 'open'] as const) {
        const { sources, marked, quoted } = answer(compared, [managers, interns], mode)!;
        assert.deepEqual(sources.sort(), ['interns.1.0', 'managers.1.0']);
        assert.deepEqual(marked.toSorted(), [
          'The notice period of interns is five days.',
          'The notice period of managers is three months.',
        ]);
        assert.equal(quoted.isSynthesized, mode === 'learning');
      }
    });

    it('has one of them in strict', () => {
      const { sources, quoted } = answer(compared, [managers, interns], 'strict')!;
      assert.deepEqual([sources.length, quoted.isSynthesized], [1, false]);
    });

    it('shows a passage that answers both once, with both sentences marked', () => {
      const both = passageOf('notice', `${managers.text} ${interns.text}`);
      const { text, marked, sources, cited, quoted } = answer(compared, [both])!;
      assert.equal(text, `${both.text} [1]`);
      assert.deepEqual(marked, [
        'The notice period of managers is three months.',
        'The notice period of interns is five days.',
      ]);
      assert.deepEqual([sources, cited, quoted.isSynthesized], [['notice.1.0'], [[1], [1]], false]);
      assert.equal(quoted.sources[0]!.quotes.length, 2);
      assert.equal(writtenQuotations(quoted).gist, marked.join(' '));
    });

    it('marks a sentence that answers both once', () => {
      const sale = passageOf('sale', 'Ann Keller opened the shop in 1987. It sells hats.');
      const { text, marked } = answer('When did the shop open and who opened the shop?', [sale])!;
      assert.equal(text, `${sale.text} [1]`);
      assert.deepEqual(marked, ['Ann Keller opened the shop in 1987.']);
    });
  });
});

describe('Passages that may help', () => {
  const passages = ['a', 'b', 'c', 'd', 'e'].map((docId) =>
    passageOf(docId, `Staff of team ${docId} get 30 days of leave a year.`),
  );
  const question = 'How many days of leave do staff get a year?';

  it('are the next two below an answer, without a number, no surer than it', () => {
    const { quoted } = answer(question, passages)!;
    assert.deepEqual(
      quoted.related.map(({ chunkId, quotes }) => [chunkId, quotes.length]),
      [
        ['b.1.0', 1],
        ['c.1.0', 1],
      ],
    );
    for (const each of quoted.related) {
      assert.ok(!('n' in each));
      assert.ok(each.score > 0 && each.score <= quoted.sources[0]!.score);
    }
  });

  it('are the first three in place of an answer', () => {
    assert.deepEqual(
      relatedPassages(find(question, passages)).map(({ docId }) => docId),
      ['a', 'b', 'c'],
    );
  });

  it('are no copies of one another, nor of the answer', () => {
    const [first, second, ...others] = passages;
    const copies = [
      first!,
      { ...first!, chunkId: 'copy.1.0' },
      second!,
      { ...second!, chunkId: 'other.1.0' },
    ];
    const { quoted } = answer(question, [...copies, ...others])!;
    assert.deepEqual(
      quoted.related.map(({ chunkId }) => chunkId),
      ['b.1.0', 'c.1.0'],
    );
  });

  it('are none where nothing has to do with the question', () => {
    const found = find('Who invented the zeppelin with the flux capacitor of staff?', passages);
    assert.ok(found.probability < 0.1);
    assert.deepEqual(relatedPassages(found), []);
    assert.deepEqual(relatedPassages(find(question, [])), []);
  });
});
