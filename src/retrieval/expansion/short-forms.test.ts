import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { passageOf } from '../../../test/passage-of.ts';
import { parseQuestion } from '../../question/parsed-question.ts';
import { markOf } from '../../text/term-marks.ts';
import { readPassage } from '../reranking/passage-reading.ts';
import {
  commonShortForms,
  explainedShortForms,
  initialismsOf,
  shortFormReader,
  withLongForms,
} from './short-forms.ts';

const CEO = commonShortForms(['CEO']);

describe('initialismsOf', () => {
  it('finds words of capitals, also with an ampersand or in the plural', () => {
    assert.deepEqual(initialismsOf('Who is the CEO of PepsiCo?'), ['CEO']);
    assert.deepEqual(initialismsOf('What did R&D cost in the EU?'), ['R&D', 'EU']);
    assert.deepEqual(initialismsOf('How many MAUs has King?'), ['MAU']);
    assert.deepEqual(initialismsOf('Wer ist der CEO?'), ['CEO']);
  });

  it('finds none when nothing is abbreviated, all is in capitals, or it is part of a name', () => {
    for (const text of [
      'Who leads PepsiCo?',
      'WHO IS THE CEO?',
      'What is in API_KEY or http://EU/?',
      '什么是',
    ]) {
      assert.deepEqual(initialismsOf(text), [], text);
    }
  });
});

describe('explainedShortForms', () => {
  const longOf = (short: string, text: string) =>
    explainedShortForms([short], [{ text, language: 'en' }]).map(({ long }) => long);

  it('finds the expansion in a text, before the short form or after it in brackets', () => {
    const text = 'We monitor monthly active users (“MAUs”) and the append-only file (AOF).';
    assert.deepEqual(longOf('MAU', text), ['monthly active users']);
    assert.deepEqual(longOf('AOF', text), ['append-only file']);
    assert.deepEqual(longOf('BA', 'the Bank of America (BA), a bank'), ['Bank of America']);
    assert.deepEqual(longOf('SRE', 'What SRE (site reliability engineering) is'), [
      'site reliability engineering',
    ]);
    assert.deepEqual(longOf('ΕΕ', 'Η Ευρωπαϊκή Ένωση (ΕΕ) ιδρύθηκε'), ['Ευρωπαϊκή Ένωση']);
  });

  it('finds nothing in other words in or before brackets', () => {
    for (const text of [
      'a large company (CEO)',
      'the CEO (Ada Lovelace)',
      'the CEO and others',
      '(CEO)',
      'CEO',
    ]) {
      assert.deepEqual(longOf('CEO', text), [], text);
    }
  });
});

describe('withLongForms', () => {
  it('searches for both forms, no term twice', () => {
    const terms = [
      { term: 'ceo', weight: 1 },
      { term: 'offic', weight: 1 },
    ];
    const { terms: searched, shortForms } = withLongForms({ ...parseQuestion('?', []), terms }, CEO);
    assert.deepEqual(
      searched.map(({ term }) => term),
      ['ceo', 'offic', 'chief', 'execut'],
    );
    assert.deepEqual(shortForms, CEO);
  });

  it('returns the query itself when nothing is abbreviated', () => {
    const query = parseQuestion('chief', []);
    assert.equal(withLongForms(query, commonShortForms(['XYZ'])), query);
  });
});

describe('shortFormReader', () => {
  const reading = readPassage(passageOf('a', 'Ada is Chief Executive Officer. The chief officer is Bo.'));

  it('reads the short form where the long one ends, and nowhere else', () => {
    const { terms, marks } = shortFormReader(CEO)(reading, 'en');
    assert.deepEqual(terms.slice(2, 5), ['chief', 'execut', 'ceo']);
    assert.equal(terms.filter((term) => term === 'ceo').length, 1);
    assert.equal(terms.length, reading.terms.length);
    assert.deepEqual([...marks!], terms.map(markOf));
  });

  it('reads short forms of two parts', () => {
    const text = readPassage(passageOf('b', 'Research and development is dear.'));
    assert.deepEqual(shortFormReader(commonShortForms(['R&D']))(text, 'en').terms.slice(0, 3), [
      'research',
      'r',
      'd',
    ]);
  });

  it('leaves a reading as it is when nothing is abbreviated or there is no long form', () => {
    assert.equal(shortFormReader()(reading, 'en'), reading);
    assert.equal(shortFormReader(commonShortForms(['VAT']))(reading, 'en'), reading);
  });
});
