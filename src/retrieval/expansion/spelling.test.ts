import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { putDocument } from '../../../test/conformance/put-document.ts';
import { createEmbeddedIndex } from '../../adapters/search/embedded-index.ts';
import { parseQuestion } from '../../question/parsed-question.ts';
import { analyze } from '../../text/analyzer.ts';
import { compoundsOf, respell } from './spelling.ts';

const isWord = () => false;

const asked = (text: string, language = 'xx') => ({
  ...parseQuestion(text, [language]),
  terms: text.split(/[ -]/).map((term) => ({ term, weight: 1 })),
});

describe('A word of a question that the corpus does not know', async () => {
  const searchIndex = createEmbeddedIndex();
  const terms = ['refund', 'polici', 'subscript', 'gravel', 'graven', 'mailbox', '.what', 'place'];
  await putDocument(searchIndex, 'a', 1, [{ ordinal: 0, terms, counts: terms.map(() => 1) }]);
  const { idf } = await searchIndex.statistics();
  const compounds = new Map<string, string[]>();
  const respelt = (text: string) => Object.fromEntries(respell(asked(text), { idf, compounds, isWord }));

  test('is corrected to one typed with a slip, with less weight', () => {
    assert.deepEqual(respelt('refnud'), { refnud: [{ term: 'refund', weight: 0.8 }] });
    assert.deepEqual(respelt('sobscrpit'), {});
  });

  test('shares its weight between two equally near words', () => {
    const { gravet } = respelt('gravet');
    assert.deepEqual(
      gravet?.map(({ term, weight }) => `${term} ${weight.toFixed(2)}`),
      ['gravel 0.57', 'graven 0.57'],
    );
  });

  test('is corrected where its ending keeps it from being stemmed as the right one is', () => {
    const spellings = respell(asked('plaecd', 'en'), { idf, compounds, isWord });
    assert.deepEqual(spellings.get('plaecd'), [{ term: 'place', weight: 0.8 }]);
  });

  test('is left alone when it is a word of the language', () => {
    const spellings = respell(asked('refnud'), { idf, compounds, isWord: () => true });
    assert.equal(spellings.size, 0);
  });

  test('is left alone when nothing is near, when it is a number or a stop word, and when it is known', () => {
    assert.deepEqual(respelt('kubernet 2024x .whta refund'), {});
  });

  test('is not corrected to a word that the question already has', () => {
    assert.deepEqual(respelt('refund rfeund'), {});
  });

  test('is left alone where another reading of it is known', () => {
    assert.deepEqual(respelt('subscript subscripti'), {});
  });

  test('is left alone among many: such a question is foreign to the corpus', () => {
    assert.deepEqual(respelt('refnud polcii subscirpt mailbxo'), {});
  });

  test('is read as the two words that it consists of', () => {
    const { refundmailbox } = respelt('refundmailbox');
    assert.deepEqual(refundmailbox?.map(({ term }) => term).sort(), ['mailbox', 'refund']);
  });
});

describe('A word of a question in a language with marks or compounds', async () => {
  const searchIndex = createEmbeddedIndex();
  const terms = [
    'kundigungsfrist',
    'kundig',
    'schreibtisch',
    'cancel',
    'fisch',
    'tusch',
    'stern',
    'silberstern',
  ];
  await putDocument(searchIndex, 'a', 1, [{ ordinal: 0, terms, counts: terms.map(() => 1) }]);
  const { idf } = await searchIndex.statistics();
  const respelt = async (text: string, language: string) => {
    const own = analyze(text, language).map(({ term }) => ({ term, weight: 1 }));
    const question = { ...parseQuestion(text, [language]), terms: own };
    const compounds = await compoundsOf(question, searchIndex);
    const found = respell(question, { idf, compounds, isWord });
    return Object.fromEntries(
      Array.from(found, ([term, readings]) => [term, readings.map((reading) => reading.term)]),
    );
  };

  test('is the word that it is without its marks', async () => {
    assert.deepEqual(await respelt('cancelacion', 'es'), { cancelacion: ['cancel'] });
  });

  test('is found in compounds, before words that are spelt like it', async () => {
    assert.deepEqual(await respelt('Tisch', 'de'), { tisch: ['schreibtisch'] });
    assert.deepEqual(await respelt('Tisch', 'en'), { tisch: ['tusch'] });
  });

  test('is found in the compounds that end with it, even where it is known', async () => {
    assert.deepEqual(await respelt('Stern', 'de'), { stern: ['stern', 'silberstern'] });
    assert.deepEqual(await respelt('Stern', 'en'), {});
    assert.deepEqual(await respelt('Schreibtisch', 'de'), {});
  });

  test('is found in a compound, together with another word of the question', async () => {
    assert.deepEqual(await respelt('Frist für die Kündigung', 'de'), {
      frist: ['kundigungsfrist'],
      kundig: ['kundig', 'kundigungsfrist'],
    });
  });

  test('is no misspelling if it only asks', async () => {
    assert.deepEqual(await respelt('concel', 'es'), { concel: ['cancel'] });
    assert.deepEqual(await respelt('wieviel Fische', 'de'), {});
  });
});
