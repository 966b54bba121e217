import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type AnswerForm, askedForm } from './answer-form.ts';

describe('The form of an answer', () => {
  const questions: readonly [string, AnswerForm | null][] = [
    ['What percentage of the staff works abroad?', 'percentage'],
    ['Wie viel Prozent arbeiten im Ausland?', 'percentage'],
    ['有百分之多少的人？', 'percentage'],
    ['In what year was the treaty signed?', 'year'],
    ['В каком году была основана компания?', 'year'],
    ['Hangi yıl kuruldu?', 'year'],
    ['สงครามเริ่มปีใด', 'year'],
    ['How long did the strike last?', 'duration'],
    ['How long may a visit be extended?', 'duration'],
    ['How long is the bridge?', null],
    ['How long does a password have to be?', null],
    ['How much did the house cost?', 'money'],
    ['How much water is needed?', null],
    ['How often do you release?', 'frequency'],
    ['Wie häufig wird geliefert?', 'frequency'],
    ['À quelle fréquence livrez-vous ?', 'frequency'],
    ['What is the new service called?', 'name'],
    ['What is another term for a refund?', 'name'],
    ['Who approves refunds?', null],
  ];
  for (const [question, form] of questions) {
    it(`of "${question}" is ${form ?? 'open'}`, () => assert.equal(askedForm(question), form));
  }
});
