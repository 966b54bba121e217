import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tokenized } from '../text/tokenized-text.ts';
import { comparedSides } from './compared-sides.ts';

const thingsOf = (question: string, language = 'en') =>
  comparedSides(tokenized(question), language).map(({ terms }) => [...terms].join(' '));

describe('The two things that a question asks about', () => {
  it('stand on both sides of a conjunction, with what they have in common left out', () => {
    assert.deepEqual(thingsOf('What are the limits for uploads and for exports?'), ['upload', 'export']);
    assert.deepEqual(thingsOf('Which is longer, parental leave or sick leave?'), ['parent', 'sick']);
    assert.deepEqual(thingsOf('How do a full-time and a part-time contract differ?'), ['full', 'part']);
    assert.deepEqual(thingsOf('When do the leave of managers and the leave of interns end?'), [
      'manag',
      'intern',
    ]);
    assert.deepEqual(thingsOf('Was kosten das Rad und das Ticket im Monat?', 'de'), ['rad', 'ticket']);
    assert.deepEqual(thingsOf('¿Cuánto tarda el envío normal y el envío urgente?', 'es'), [
      'normal',
      'urgent',
    ]);
  });

  it('stand apart where one is compared with the other', () => {
    assert.deepEqual(thingsOf('Is the Starter plan cheaper than the Team plan in May?'), ['starter', 'team']);
    assert.deepEqual(thingsOf('Ist das Ticket teurer als das Rad?', 'de'), ['ticket', 'rad']);
    assert.deepEqual(thingsOf('Le parking des vélos est-il moins cher que le parking des motos ?', 'fr'), [
      'vélos',
      'motos',
    ]);
    assert.deepEqual(thingsOf('Compare the notice period of managers with those of interns'), [
      'manag',
      'intern',
    ]);
  });

  it('are asked about one at a time, without the words that compare', () => {
    assert.deepEqual(
      comparedSides(tokenized('What is the difference between a viewer and an owner?'), 'en').map(
        ({ question }) => question,
      ),
      ['What is the between a viewer and an ?', 'What is the between a and an owner?'],
    );
  });

  it('are none where nothing, numbers or more than two things are joined', () => {
    for (const question of [
      'How long is sick leave?',
      'Who can be reached between 9 and 5?',
      'How do I get from Lisbon to Porto?',
      'What do managers, interns and contractors and guests get?',
      'Who runs R&D?',
    ])
      assert.deepEqual(thingsOf(question), [], question);
  });
});
