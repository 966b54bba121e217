import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseQuestion } from '../../question/parsed-question.ts';
import { questionWords } from './question-words.ts';

describe('The words of a question', () => {
  const wordsOf = (question: string, unknown: readonly string[] = []) => {
    const idf = (term: string) => (term === '' || unknown.includes(term) ? 6 : 3);
    return questionWords(parseQuestion(question, ['en']), { language: 'en', corpus: { chunks: 1_000, idf } });
  };
  const terms = (question: string, unknown: readonly string[] = []) =>
    wordsOf(question, unknown).words.map(({ term }) => term);

  it('have a version or a code that the corpus lacks once, with the weight of its parts', () => {
    assert.deepEqual(terms('Is 2.4 out?'), ['2.4', '2', '4', 'out']);
    assert.deepEqual(terms('Is 2.5 out?', ['2.5']), ['2.5', 'out']);
    assert.deepEqual(terms('Is T3 out?', ['t3']), ['t3', 'out']);
    const [version, other] = wordsOf('Is 2.5 out?', ['2.5']).words;
    assert.ok(version!.weight > 3 * other!.weight);
  });

  it('weigh less in the other part of a double question', () => {
    const question = parseQuestion('Who needs RMA and who asks Zendesk?', ['en']);
    const corpus = { chunks: 1_000, idf: () => 3 };
    const { words } = questionWords(question, { language: 'en', corpus, clause: question.clauses[0]! });
    const weightOf = (term: string) => words.find((word) => word.term === term)!.weight;
    assert.ok(weightOf('zendesk') < weightOf('rma'));
  });

  it('have the parts of other words that the corpus lacks, which may write them apart', () => {
    assert.deepEqual(terms('Is SHA256 used?', ['sha256']), ['sha256', 'sha', '256', 'use']);
  });

  it('lack those that say only what kind of answer is wanted', () => {
    assert.deepEqual(terms('What kind of clock is often named?'), ['clock']);
    assert.deepEqual(terms('Which version of TLS is needed?'), ['version', 'tls', 'need']);
  });

  it('have bigrams of Thai, which do not count for the gate beside a known word', () => {
    const corpus = { chunks: 1_000, idf: (term: string) => (term === '' ? 6 : 3) };
    const { words } = questionWords(parseQuestion('กรุงเทพ', ['th']), { language: 'th', corpus });
    assert.deepEqual(
      words.map(({ term, share }) => `${term} ${share}`),
      ['กรุงเทพ 1', 'กรุ 0', 'รุง 0', 'งเ 0', 'เท 0', 'ทพ 0'],
    );
  });
});
