import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseQuestion } from '../../question/parsed-question.ts';
import type { Conversation } from '../conversation.ts';
import { contentWords, leavesSubjectOpen, standAlone } from './follow-up.ts';

const context = { idf: (term: string) => ({ '': 9, polici: 1 })[term] ?? 3 };
const standaloneQuery = (
  question: string,
  conversation: Conversation,
  { languages = ['en'], ...more }: { languages?: readonly string[] } & Parameters<typeof standAlone>[2],
) => {
  const { standalone, ...query } = standAlone(parseQuestion(question, languages), conversation, more);
  return { ...query, text: standalone.text, question: query.asked.text };
};
const turns = (...questions: string[]) => questions.map((question) => ({ question, answer: '' }));

describe('A follow-up question', () => {
  it('is given the words of earlier turns that it leaves unsaid, as they were written', () => {
    const conversation = { turns: turns('What is the Refund policy?'), summary: [] };
    const query = standaloneQuery('And for damaged items?', conversation, context);
    assert.equal(query.text, 'And for damaged items? (Refund, policy)');
    assert.deepEqual(
      query.carried.map(({ term }) => term),
      ['refund', 'polici'],
    );
    assert.ok(
      query.carried.every(({ weight }) => weight <= 0.5),
      'its own words weigh more',
    );
    assert.deepEqual(query.terms.slice(-2), query.carried);
    assert.equal(query.isFollowUp, true);
  });

  it('carries nothing where it has a new name', () => {
    const conversation = { turns: turns('What is the refund policy of Acme?'), summary: [] };
    const asked = (question: string, languages = ['en']) =>
      standaloneQuery(question, conversation, { ...context, languages }).carried.length;
    assert.equal(asked('Who founded Globex?'), 0);
    assert.ok(asked('And who founded Globex?') > 0, 'it continues');
    assert.ok(asked('Who founded Acme?') > 0, 'a name that was said');
    assert.ok(asked('WHO FOUNDED IT?') > 0 && asked('WHO PAYS FREIGHT?') > 0, 'no names, but capitals');
    assert.ok(asked('Wer zahlt die Fracht?', ['de']) > 0, 'a noun');
    const absent = standaloneQuery('Who founded Globex?', conversation, {
      idf: (term) => (term === 'globex' ? 9 : context.idf(term)),
    });
    assert.equal(absent.carried.length, 0, 'nor where no document has the name');
  });

  it('carries what it says itself only once', () => {
    const conversation = { turns: turns('What is the refund policy?'), summary: ['refunds'] };
    assert.equal(
      standaloneQuery('Are refunds taxed?', conversation, context).text,
      'Are refunds taxed? (policy)',
    );
  });

  it('leans a little on the last answer, twice as much when it shows that it continues', () => {
    const conversation = { turns: [{ question: 'Refund?', answer: 'Within ten days.' }], summary: [] };
    const query = standaloneQuery('And then?', conversation, context);
    assert.deepEqual(query.terms.slice(-2), [
      { term: 'ten', weight: 0.1 },
      { term: 'day', weight: 0.1 },
    ]);
    assert.equal(query.text, 'And then? (Refund)');
    const other = standaloneQuery('Invoice?', conversation, context);
    assert.deepEqual(other.terms.slice(-2), [
      { term: 'ten', weight: 0.05 },
      { term: 'day', weight: 0.05 },
    ]);
  });

  it('takes words of turns long past from the summary', () => {
    const query = standaloneQuery('And then?', { turns: turns('Hm?'), summary: ['invoice'] }, context);
    assert.match(query.text, /\binvoice\b/);
  });

  it('continues a refused question only when it shows that it does, and never the refusal itself', () => {
    const refused = {
      question: 'Who runs the canteen?',
      answer: 'The documents say nothing.',
      refused: true,
    } as const;
    const conversation = { turns: [...turns('Refund?'), refused], summary: [] };
    assert.equal(standaloneQuery('Which invoice?', conversation, context).text, 'Which invoice? (Refund)');
    const continues = standaloneQuery('And where is it?', conversation, context);
    assert.deepEqual(
      new Set(continues.carried.map(({ term }) => term)),
      new Set(['run', 'canteen', 'refund']),
    );
    assert.deepEqual(continues.terms.slice(-3), continues.carried);
  });

  it('is the previous question again when it asks to go on, without what was said', () => {
    const conversation = {
      turns: [
        { question: 'What is the refund policy?', answer: 'Ten days.' },
        { question: 'tell me more', answer: 'By post.' },
      ],
      summary: [],
    };
    const more = standaloneQuery('Go on', conversation, context);
    assert.deepEqual([more.question, more.said], ['What is the refund policy?', 'Ten days. By post.']);
    assert.equal(standaloneQuery('why?', conversation, context).question, 'What is the refund policy?');
    assert.equal(standaloneQuery('And then?', conversation, context).said, undefined);
  });

  it('takes no small words of an earlier question in another language', () => {
    const languageOf = (text: string) => (/^Who/.test(text) ? 'en' : 'de');
    const query = standaloneQuery(
      'Wer sang?',
      { turns: turns('Who won the Cup?'), summary: [] },
      { ...context, languages: ['de'], languageOf },
    );
    assert.equal(query.text, 'Wer sang? (Cup, won)');
  });

  it('carries nothing into a text without a word', () => {
    assert.deepEqual(
      standaloneQuery('???', { turns: turns('Refund?'), summary: ['invoice'] }, context).terms,
      [],
    );
  });

  it('stands alone when nothing was asked before', () => {
    const query = standaloneQuery('What is leave?', { turns: [], summary: [] }, context);
    assert.equal(query.text, 'What is leave?');
    assert.deepEqual(query.carried, []);
    assert.equal(query.isFollowUp, false);
  });
});

describe('The content words of a text', () => {
  it('are each given once, as written, without stop words', () => {
    assert.deepEqual(contentWords('What is the limit of the limit in 2024?', 'en'), ['limit', '2024']);
  });
});

describe('The subject of a question', () => {
  it('is left open by small words alone, and by few words that point back', () => {
    for (const question of ['And their zeppelins?', 'What about it?', 'Is it treatable?', 'why?'])
      assert.equal(leavesSubjectOpen(parseQuestion(question, ['en'])), true, question);
  });

  it('is named by a whole question, whatever small words it has', () => {
    for (const question of [
      'What action did the US begin that started the second oil shock?',
      'How many parking places are there at the office in Oslo?',
      'Zeppelins?',
    ])
      assert.equal(leavesSubjectOpen(parseQuestion(question, ['en'])), false, question);
  });
});
