import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { questionLanguages } from './question-language.ts';

const corpus = (languages: Record<string, number>) => new Map(Object.entries(languages));

describe('questionLanguages', () => {
  it('is the corpus language in the script of the question', () => {
    const mixed = corpus({ en: 900, ru: 20, el: 5, zh: 3, hi: 1, ka: 1 });
    assert.equal(questionLanguages('Was kostet das?', mixed)[0], 'en');
    assert.equal(questionLanguages('Сколько это стоит?', mixed)[0], 'ru');
    assert.equal(questionLanguages('Πόσο κοστίζει;', mixed)[0], 'el');
    assert.equal(questionLanguages('价格是多少', mixed)[0], 'zh');
    assert.equal(questionLanguages('कीमत क्या है', mixed)[0], 'hi');
    assert.equal(questionLanguages('რა ღირს', mixed)[0], 'ka');
  });

  it('goes by most of the letters when scripts are mixed', () => {
    assert.equal(questionLanguages('Сколько памяти занимает GET?', corpus({ en: 9, ru: 1 }))[0], 'ru');
  });

  it('tells languages of one script apart by the words', () => {
    const mixed = corpus({ en: 50, de: 40 });
    assert.equal(questionLanguages('Wie lange dauert die Lieferung nach Österreich?', mixed)[0], 'de');
    assert.equal(questionLanguages('How long does the delivery to Austria take?', mixed)[0], 'en');
  });

  it('tells Japanese from Chinese by its kana', () => {
    assert.equal(questionLanguages('価格はいくらですか', corpus({ zh: 50, ja: 1 }))[0], 'ja');
  });

  it('is the commonest language for a question without letters', () => {
    assert.equal(questionLanguages('42?', corpus({ de: 2, en: 7 }))[0], 'en');
  });

  it('is the detected language when no document uses its script', () => {
    assert.equal(questionLanguages('Сколько стоит доставка в Австрию?', corpus({ en: 7 }))[0], 'ru');
    assert.equal(questionLanguages('How long does the delivery to Austria take?', corpus({}))[0], 'en');
  });

  it('is unknown for a question without letters to an empty corpus', () => {
    assert.deepEqual(questionLanguages('42?', corpus({})), []);
  });

  it('is every corpus language in its script when the question has few words', () => {
    const mixed = corpus({ en: 50, de: 40, ru: 5 });
    assert.deepEqual(questionLanguages('Symbolverzeichnis', mixed), ['en', 'de']);
    assert.equal(questionLanguages('Wie lange dauert die Lieferung?', mixed).length, 1);
  });

  it('is told by the small words of a short question', () => {
    const mixed = corpus({ en: 50, de: 40, es: 30 });
    assert.deepEqual(questionLanguages('Und wann?', mixed), ['de']);
    assert.deepEqual(questionLanguages('¿y cuándo?', mixed), ['es']);
    assert.deepEqual(questionLanguages('who succeeded?', mixed), ['en']);
    const related = corpus({ en: 50, fr: 40, it: 30 });
    assert.equal(questionLanguages('non déductibles', related).length, 3);
  });

  it('is first that of the conversation where nothing else tells it', () => {
    const mixed = corpus({ en: 50, de: 40 });
    const earlier = ['Wie lange dauert die Lieferung nach Österreich?', 'Expresslieferung?'];
    assert.deepEqual(questionLanguages('Symbolverzeichnis', mixed, earlier), ['de', 'en']);
    assert.deepEqual(questionLanguages('2020?', mixed, earlier), ['de']);
  });
});
