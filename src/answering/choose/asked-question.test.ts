import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { askQuestion } from './asked-question.ts';

const QUESTION = 'Who approves refunds?';
const about = (idf: number) => ({
  language: 'en',
  carried: [],
  corpus: { chunks: 1_000, idf: (term: string) => (term === '' ? 9 : idf) },
});

describe('askQuestion', () => {
  it('returns the cached reading for the same question to the same corpus', () => {
    assert.equal(askQuestion(QUESTION, about(3)), askQuestion(QUESTION, about(3)));
  });

  it('analyses a question anew in another language, for another corpus or for named documents', () => {
    const asked = askQuestion(QUESTION, about(3));
    for (const options of [
      { ...about(3), language: 'de' },
      about(4),
      { ...about(3), corpus: { ...about(3).corpus, chunks: 1_001 } },
      { ...about(3), namesDocuments: true },
      { ...about(3), spellings: new Map() },
    ])
      assert.notEqual(askQuestion(QUESTION, options), asked);
    assert.equal(askQuestion(QUESTION, about(4)).words.words[0]!.indexWeight, 4);
  });

  it('asks for the short form, not for what it stands for', () => {
    const { words } = askQuestion('What does RMA stand for?', about(3)).words;
    assert.deepEqual(
      words.map(({ term }) => term),
      ['rma'],
    );
  });

  it('asks for a word that only asks where the documents have it', () => {
    const lengths = (known: readonly string[]) => {
      const idf = (term: string) => (known.includes(term) ? 3 : 9);
      const { words } = askQuestion('длина пароля', {
        ...about(3),
        language: 'ru',
        corpus: { chunks: 9, idf },
      });
      return words.words.map(({ term }) => term);
    };
    assert.deepEqual(lengths(['парол']), ['парол']);
    assert.deepEqual(lengths(['парол', 'длин']), ['длин', 'парол']);
  });

  it('asks for no word that only says how long or what something is', () => {
    const { words } = askQuestion('¿Cuánto dura la garantía?', { ...about(3), language: 'es' }).words;
    assert.equal(words.length, 1);
    const howLong = askQuestion('Combien de temps sont-ils conservés ?', { ...about(3), language: 'fr' });
    assert.equal(howLong.words.words.length, 1);
  });

  it('does not cache readings with carried, set-aside or clause-weighted words', () => {
    const asked = askQuestion(QUESTION, about(3));
    const carried = [{ term: 'polic', weight: 1 }];
    const joined = askQuestion(QUESTION, { ...about(3), carried });
    assert.deepEqual(
      joined.words.words.map(({ isCarried }) => isCarried),
      [...asked.words.words.map(() => false), true],
    );
    assert.equal(askQuestion(QUESTION, { ...about(3), setAside: carried }).words.setAside.size, 1);
    const clause = { start: 0, end: 3 };
    assert.notDeepEqual(askQuestion(QUESTION, { ...about(3), clause }).words.words, asked.words.words);
    assert.equal(askQuestion(QUESTION, about(3)), asked);
  });

  it('forgets a question when several others were asked', () => {
    const asked = askQuestion(QUESTION, about(3));
    for (let i = 0; i < 100; i++) askQuestion(`${QUESTION} ${i}`, about(3));
    const again = askQuestion(QUESTION, about(3));
    assert.notEqual(again, asked);
    assert.deepEqual(again.words.words, asked.words.words);
  });
});
