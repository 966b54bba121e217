import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { putDocument } from '../../../test/conformance/put-document.ts';
import { createEmbeddedIndex } from '../../adapters/search/embedded-index.ts';
import { parseQuestion } from '../../question/parsed-question.ts';
import { analyze } from '../../text/analyzer.ts';
import { respell } from './spelling.ts';

const isWord = () => false;

const asked = (text: string) => ({
  ...parseQuestion(text, []),
  terms: text.split(/[ -]/).map((term) => ({ term, weight: 1 })),
});

describe('A word of a question that the corpus does not know', async () => {
  const searchIndex = createEmbeddedIndex();
  const terms = ['refund', 'polici', 'subscript', 'gravel', 'graven', 'mailbox', '.what', 'place'];
  await putDocument(searchIndex, 'a', 1, [{ ordinal: 0, terms, counts: terms.map(() => 1) }]);
  const { idf } = await searchIndex.statistics();
  const respelt = async (text: string) =>
    Object.fromEntries(await respell(asked(text), { idf, searchIndex, isWord }));

  test('is corrected to a similar word, with less weight for more edits', async () => {
    assert.deepEqual(await respelt('refnud'), { refnud: [{ term: 'refund', weight: 0.8 }] });
    assert.deepEqual(await respelt('sobscrpit'), { sobscrpit: [{ term: 'subscript', weight: 0.5 }] });
  });

  test('shares its weight between two equally near words', async () => {
    const { gravet } = await respelt('gravet');
    assert.deepEqual(
      gravet?.map(({ term, weight }) => `${term} ${weight.toFixed(2)}`),
      ['gravel 0.57', 'graven 0.57'],
    );
  });

  test('is corrected where its ending keeps it from being stemmed as the right one is', async () => {
    const english = { ...asked('plaecd'), languages: ['en'] };
    const spellings = await respell(english, { idf, searchIndex, isWord });
    assert.deepEqual(spellings.get('plaecd'), [{ term: 'place', weight: 0.8 }]);
  });

  test('is left alone when it is a word of the language', async () => {
    const spellings = await respell(asked('refnud'), { idf, searchIndex, isWord: () => true });
    assert.equal(spellings.size, 0);
  });

  test('is left alone when nothing is near, when it is a number or a stop word, and when it is known', async () => {
    assert.deepEqual(await respelt('kubernet 2024x .whta refund'), {});
  });

  test('is not corrected to a word that the question already has', async () => {
    assert.deepEqual(await respelt('refund efund'), {});
  });

  test('is left alone where another reading of it is known', async () => {
    assert.deepEqual(await respelt('subscript subscripti'), {});
  });

  test('is left alone among many: such a question is foreign to the corpus', async () => {
    assert.deepEqual(await respelt('refnud polcii subscirpt mailbxo'), {});
  });

  test('is read as the two words that it consists of, before words two edits away', async () => {
    const { refundmailbox } = await respelt('refundmailbox');
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
    const found = await respell(
      { ...parseQuestion(text, [language]), terms: own },
      { idf, searchIndex, isWord },
    );
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
