import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Passage } from '../../retrieval/passage.ts';
import { analysePassage } from './passage-analysis.ts';
import { TOKEN_KIND } from './token-kinds.ts';

/** Its headings are the lines that begin with `# `, which the passage does not have. */
function passage(written: string, more: Partial<Passage> = {}): Passage {
  const text = written.replace(/^# /gm, '');
  const headings = [...written.matchAll(/^# (.+)$/gm)].map(([, heading]) => {
    const start = text.indexOf(heading!);
    return { start, end: start + heading!.length };
  });
  return {
    chunkId: 'd.1.0',
    docId: 'd',
    kind: 'document',
    title: 'Leave policy',
    url: null,
    fileName: null,
    updatedAt: 0,
    language: 'en',
    text,
    layout: { headings },
    page: null,
    section: 'Leave policy › Carry-over',
    start: 0,
    lexical: 1,
    dense: 0,
    fused: 1,
    score: 1,
    ...more,
  };
}

describe('The analysis of a passage', () => {
  it('assigns every token to its sentence', () => {
    const { sentences, terms } = analysePassage(passage('Staff get 30 days. They expire in March.'));
    assert.equal(sentences.length, 2);
    assert.deepEqual(
      sentences.map(({ firstToken, endToken }) => endToken - firstToken),
      [4, 4],
    );
    assert.equal(sentences.at(-1)?.endToken, terms.length);
  });

  it('knows a dated heading', () => {
    const dated = (heading: string) => analysePassage(passage(`# ${heading}\n\nIt is faster.`)).sentences[0]!;
    for (const heading of [
      '2.3.0 (2 July 2026)',
      '5.3 — 2025-12-09',
      'July 2, 2026',
      'Version vom 02.07.2026',
    ])
      assert.deepEqual([dated(heading).isIntroduction, dated(heading).isDated], [true, true], heading);
    assert.equal(dated('Plans for 2026').isDated, undefined);
  });

  it('knows the number words of the passage’s language, which may be other words elsewhere', () => {
    const counts = (text: string, language: string) => {
      const { kinds, terms } = analysePassage(passage(text, { language }));
      return terms.filter((_, token) => (kinds[token]! & TOKEN_KIND.count) !== 0).length;
    };
    assert.equal(counts('Il filtro va pulito ogni due mesi.', 'it'), 1);
    assert.equal(counts('Rent is due to the landlord.', 'en'), 0);
    assert.equal(counts('Okres wypowiedzenia wynosi trzy miesiące.', 'pl'), 1);
    assert.equal(counts('A cada três meses.', 'pt'), 1);
  });

  it('takes headings and text without a word for no statements', () => {
    const { sentences } = analysePassage(passage('# Carry-over\n\n---\n\nFive days may be carried over.'));
    assert.deepEqual(
      sentences.map(({ isIntroduction }) => isIntroduction),
      [true, true, false],
    );
  });

  it('recognises lines that only head what follows, and gives their words to it', () => {
    const { sentences } = analysePassage(
      passage('# Sick notes\n\nBring one on the third day.\n\nTwo ways:\n\n- By post\n- By mail'),
    );
    assert.deepEqual(
      sentences.map(({ isIntroduction }) => isIntroduction),
      [true, false, true, false, false],
    );
    assert.equal(sentences[1]?.introducedFrom, sentences[0]?.firstToken);
    assert.equal(sentences[4]?.introducedFrom, sentences[4]?.firstToken);
  });

  it('takes the mark of a list item for no part of it', () => {
    const text = 'Set up your machine.\n\n- Tea is free.';
    const { sentences } = analysePassage(passage(text));
    assert.deepEqual(
      sentences.map(({ isIntroduction }) => isIntroduction),
      [false, false],
    );
    assert.equal(text.slice(sentences[1]!.start, sentences[1]!.end), 'Tea is free.');
  });

  it('recognises a question in any script', () => {
    for (const question of [
      'What is leave?',
      '“Why?”',
      'ما هي الإجازة؟',
      '什么是假期？',
      'Τι είναι η άδεια;',
    ]) {
      assert.ok(analysePassage(passage(question)).sentences[0]?.isIntroduction, question);
    }
    for (const statement of ['Leave is time off.', 'int a = b;', 'Η άδεια είναι χρόνος.']) {
      assert.ok(!analysePassage(passage(statement)).sentences[0]?.isIntroduction, statement);
    }
  });

  it('marks what a token may answer', () => {
    const { terms, kinds } = analysePassage(passage('In March 1987 Ann Lee met twelve people in Paris.'));
    const having = (bit: number) => terms.filter((_, i) => (kinds[i]! & bit) !== 0);
    assert.deepEqual(having(TOKEN_KIND.year), ['1987']);
    assert.deepEqual(having(TOKEN_KIND.timeWord), ['march']);
    assert.deepEqual(having(TOKEN_KIND.number), ['1987', 'twelv']);
    assert.deepEqual(having(TOKEN_KIND.afterPlaceWord), ['march', 'pari']);
    assert.ok(having(TOKEN_KIND.name).includes('ann') && having(TOKEN_KIND.name).includes('lee'));
  });

  it('takes clock times and dates for times, but no other numbers', () => {
    const timesIn = (text: string, language: string) => {
      const { terms, kinds } = analysePassage({ ...passage(text), language });
      return terms.filter((_, i) => (kinds[i]! & TOKEN_KIND.timeWord) !== 0);
    };
    assert.deepEqual(timesIn('A shift starts with 2 engineers.', 'en'), []);
    assert.deepEqual(timesIn('A shift starts at 09:30.', 'en'), ['09']);
    assert.deepEqual(timesIn('会议于3月5日举行。', 'zh'), ['.月']);
    assert.deepEqual(timesIn('会議は3月5日に開かれた。', 'ja'), ['月']);
    assert.deepEqual(timesIn('회의는 3월 5일에 열린다.', 'ko'), ['.월']);
  });
});
