import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { passageOf as passage } from '../../../test/passage-of.ts';
import type { Passage } from '../../retrieval/passage.ts';
import type { ChatMode } from '../answer.ts';
import { questionWords } from '../question/question-words.ts';
import { createWordMatcher } from '../question/word-match.ts';
import { extractSentences } from './extract.ts';
import { analysePassage } from './passage-analysis.ts';

function extract(
  question: string,
  passages: readonly Passage[],
  { mode = 'learning' as ChatMode, language = 'en' } = {},
) {
  const words = questionWords(question, { language, carried: [], corpus: { chunks: 1_000, idf: () => 3 } });
  const read = passages.map((each) => ({ passage: each, analysis: analysePassage(each) }));
  const extracted = extractSentences(words, read, { mode, match: createWordMatcher(words.words) });
  return extracted.map(({ passage, sentence }) => passage.text.slice(sentence.start, sentence.end));
}

describe('Extraction', () => {
  const festival = passage(
    'festival',
    'The festival has a long history. It was founded by Maria Lund. The first festival opened in 1987 in Oslo. Tickets cost 40 euros. Because of rain it was moved indoors.',
  );

  it('puts the sentence with the answer asked for first', () => {
    assert.match(extract('When did the first festival open?', [festival])[0]!, /1987/);
    assert.match(extract('Who founded the festival?', [festival])[0]!, /Maria Lund/);
    assert.match(extract('How much do festival tickets cost?', [festival])[0]!, /40 euros/);
    assert.match(extract('Why was the festival moved indoors?', [festival])[0]!, /Because of rain/);
  });

  it('gives all steps of a list to a question for steps, each with its sentences', () => {
    const release = passage(
      'release',
      'Releasing\n\n1. Freeze. On Monday the branch is cut.\n\n2. Build the release with make.\n\nmake release\n\n3. Ship it. Tell all.\n\nA release takes a day.',
    );
    const steps = [
      '1. Freeze. On Monday the branch is cut.',
      '2. Build the release with make.\n\nmake release',
      '3. Ship it. Tell all.',
    ];
    assert.deepEqual(extract('What are the steps to build the release?', [release]), steps);
    assert.equal(
      extract('How do I build the release with make?', [release])[0],
      '2. Build the release with make.',
    );
    assert.match(extract('How long does a release take?', [release])[0]!, /takes a day/);
  });

  it('gives what a sentence says of its exceptions with it', () => {
    const rule = passage(
      'rule',
      'Duplicates must not differ by more than 5 %. If they do, repeat the series. The lamp is green. It is on.',
    );
    assert.deepEqual(extract('By how much may duplicates differ?', [rule]), [
      'Duplicates must not differ by more than 5 %.',
      'If they do, repeat the series.',
    ]);
  });

  it('gives a list whose heading has all words of the question, though another sentence has them, too', () => {
    const claims = passage(
      'claims',
      'Claims are paid in May. Submit your claim in time.\n\nYou may not claim:\n\n- fines\n\n- alcohol',
    );
    assert.deepEqual(extract('What may I not claim?', [claims]), ['fines', 'alcohol']);
    assert.match(extract('When are claims paid?', [claims])[0]!, /May/);
  });

  it('gives all changes of the version asked for, and of no other', () => {
    const text =
      '2.3.0 (2 July 2026)\n\nAdded\n\n- A dark theme. Use it.\n\nRemoved\n\n- The old map.\n\n2.2.1 (3 May 2026)\n\nFixed\n\n- Exports were cut.\n\n- The proxy failed.';
    const notes = passage('notes', text);
    assert.deepEqual(extract('What changed in 2.3?', [festival, notes]), [
      'A dark theme. Use it.',
      'The old map.',
    ]);
    assert.deepEqual(extract('And in 2.2.1?', [festival, notes]), ['Exports were cut.', 'The proxy failed.']);
    assert.match(extract('When was 2.2.1 released?', [notes])[0]!, /3 May/);
  });

  it('quotes a further row of a table only for words that the best one lacks', () => {
    const prices = passage(
      'prices',
      'Article: Probe S | Price: 249\nArticle: Probe M | Price: 389\nArticle: Turbine | Price: 129',
    );
    assert.deepEqual(extract('What is the price of Probe M?', [prices]), ['Article: Probe M | Price: 389']);
    assert.equal(extract('Which price is lower, Turbine or Probe S?', [prices]).length, 2);
    assert.equal(extract('What are the prices?', [prices]).length, 3);
  });

  it('gives the best step of a list that is too long to be an answer', () => {
    const text = Array.from({ length: 14 }, (_, i) => `${i + 1}. Fetch part ${'abcdefghijklmn'[i]}x.`).join(
      '\n\n',
    );
    const long = passage('long', `${text}\n\n15. Polish the violin gently.`);
    assert.match(extract('What are the steps to polish the violin?', [long])[0]!, /violin/);
  });

  it('gives the whole list to a question for what to do that heads it', () => {
    const rules = passage(
      'rules',
      'At the end of a shift:\n\n- close every incident\n\n- write a note\n\n- test the phone\n\nA shift lasts one week.',
    );
    const items = ['close every incident', 'write a note', 'test the phone'];
    assert.deepEqual(extract('What do I have to do at the end of a shift?', [rules]), items);
    assert.deepEqual(extract('What should I do to close an incident?', [rules])[0], items[0]);
    assert.notDeepEqual(extract('When is a note written?', [rules]), items);
  });

  it('takes a time of day for an answer to a question about time', () => {
    const lab = passage(
      'lab',
      'Opening hours of the lab\n\nFriday: 07:30–14:00\nWeekend: by arrangement with Dr. Li',
    );
    assert.equal(extract('When is the lab open on Fridays?', [lab])[0], 'Friday: 07:30–14:00');
  });

  it('takes the date in the heading of a release for an answer', () => {
    const heading = '5.3.2 — 2026-02-03';
    const release = passage('changelog', `${heading}\n\nThe bootloader of 5.3 checks signatures.`, {
      section: `Changelog › ${heading}`,
    });
    assert.equal(extract('When was 5.3.2 released?', [release])[0], heading);
  });

  it('does not take what only announces the text for an answer', () => {
    const leave = passage(
      'leave',
      'This page explains how much leave you have and how to book it. Leave is booked in the portal.',
    );
    assert.equal(extract('How is leave booked?', [leave])[0], 'Leave is booked in the portal.');
    const guide = passage('guide', 'Diese Seite erklärt die Umzugstage. Es gibt einen Tag.', {
      language: 'de',
    });
    assert.match(extract('Wie viele Umzugstage gibt es?', [guide], { language: 'de' })[0]!, /einen Tag/);
  });

  it('does not take a reference to other texts for an answer', () => {
    const leave = 'Leave is booked in the portal.';
    const referring = passage(
      'leave',
      `See the leave portal for more information. See also: Leave. ${leave}`,
    );
    const links = passage('links', 'Booking leave and carry-over', { section: 'Leave › See also' });
    assert.deepEqual(extract('How is leave booked?', [referring, links]), [leave]);
  });

  it('takes a sentence with no other words than the question only where the answer may be yes', () => {
    const smoking = passage('smoking', 'Smoking allowed. Our balconies are where smoking is allowed.');
    assert.equal(extract('Where is smoking allowed?', [smoking]).includes('Smoking allowed.'), false);
    assert.equal(extract('Is smoking allowed?', [smoking]).includes('Smoking allowed.'), true);
  });

  it('prefers a count of the thing asked about, a date to another number, and a named place', () => {
    const company = passage(
      'company',
      'Employees of the company get notice of six (6) months. The company employs 9,200 full-time employees. Under 3.1 the company was incorporated. The company was incorporated in 1966. The Company moved its Headquarters. The headquarters of the company stand in Oslo.',
    );
    assert.match(extract('How many employees does the company have?', [company])[0]!, /9,200/);
    assert.match(extract('When was the company incorporated?', [company])[0]!, /1966/);
    assert.match(extract('Where are the headquarters of the company?', [company])[0]!, /Oslo/);
  });

  it('takes a percentage for a count only if it is one of the things counted', () => {
    const rate = 'The rate is 90% for employees of the company.';
    const company = passage('company', `${rate} Employees of the company: 9,200.`);
    assert.match(extract('How many employees does the company have?', [company])[0]!, /9,200/);
    const share = passage(
      'share',
      'Employees of the company get notice. It left 90% of employees of the company.',
    );
    assert.match(extract('How many employees of the company did it leave?', [share])[0]!, /90%/);
  });

  it('puts the holder of the role first, not of a similar one', () => {
    const officers = passage(
      'officers',
      'Kirk Tanner is Chief Executive Officer of Acme Beverages. Ramon Laguarta is Chairman of the Board and Chief Executive Officer of Acme.',
    );
    assert.match(extract('Who is the Chief Executive Officer of Acme?', [officers])[0]!, /Laguarta/);
  });

  it('tells whom a sentence is about by the names before it', () => {
    const town = passage(
      'town',
      'A mayor died of a fever in Bonn. He is forgotten. Maria Lund was a painter. She lived alone. She died of a fever in Rome.',
    );
    assert.match(extract('Where did Lund die of a fever?', [town])[0]!, /Rome/);
  });

  it('prefers the form of answer that is asked for: a percentage, money, a duration, a year, a name', () => {
    const strike = passage(
      'strike',
      'The strike of 1,200 miners failed. The strike of 1911 failed in 12 towns. The strike took five weeks. The strike took $40 from each. The strike took 30% of the men. The strike was known as Long Frost.',
    );
    assert.match(extract('What percentage of the men did the strike take?', [strike])[0]!, /30%/);
    assert.match(extract('How much money did the strike take?', [strike])[0]!, /\$40/);
    assert.match(extract('How long did the strike take?', [strike])[0]!, /five weeks/);
    assert.match(extract('In what year did the strike of the miners fail?', [strike])[0]!, /1911/);
    assert.match(extract('What was the strike called?', [strike])[0]!, /Long Frost/);
  });

  it('looks for a person in a full name first', () => {
    const talks = passage('talks', 'The board opened the Oslo talks. Maria Lund opened the talks.');
    assert.match(extract('Who opened the talks?', [talks])[0]!, /Maria Lund/);
  });

  it('counts the subject of the whole document as said in every sentence', () => {
    const other = passage('other', 'Ann Lee leads Boeing, and was one of those who met Costco.');
    const text = 'Max Roe leads us.';
    const question = 'Who leads Costco?';
    assert.match(extract(question, [passage('own', text), other])[0]!, /Ann Lee/);
    const own = passage('own', text, { subject: new Map([['costco', 1]]) });
    assert.match(extract(question, [own, other])[0]!, /Max Roe/);
  });

  it('works in other languages', () => {
    const german = passage(
      'fest',
      'Das Fest ist bekannt. Das Fest begann 1987 in Oslo. Das Fest kostet nichts.',
      { language: 'de' },
    );
    assert.match(extract('Wann begann das Fest?', [german], { language: 'de' })[0]!, /1987/);
    const chinese = passage('节日', '这个节日很有名。节日始于1987年。门票不要钱。', { language: 'zh' });
    assert.match(extract('节日什么时候开始的？', [chinese], { language: 'zh' })[0]!, /1987/);
  });

  it('never gives more than three sentences, none twice', () => {
    const same = 'Refunds are approved by the manager.';
    const refunds = ['a', 'b', 'c', 'd', 'e'].map((docId) => passage(docId, same));
    assert.deepEqual(extract('Who approves refunds?', refunds), [same]);
    const many = passage(
      'many',
      Array.from({ length: 9 }, (_, i) => `Manager ${i} approves refunds.`).join(' '),
    );
    assert.equal(extract('Who approves refunds?', [many]).length, 3);
  });

  it('drops a sentence that differs by a word or two, unless it has another number or is short', () => {
    const sold =
      'the company sold its juice brands Tropicana and Naked to PAI Partners, keeping a minority interest';
    const asked = 'Which juice brands did the company sell?';
    const like = passage('like', `In 2022, ${sold} in a joint venture. In 2022, ${sold}. It rained.`);
    assert.equal(extract(asked, [like]).filter((sentence) => sentence.includes('PAI')).length, 1);
    const other = passage('other', `In 2022, ${sold}. In 2023, ${sold}. It sold its juice brands.`);
    assert.equal(extract(asked, [other]).length, 3);
  });

  it('takes every sentence from one passage in strict mode', () => {
    const passages = [
      passage('a', 'Managers approve refunds.'),
      passage('b', 'Managers also approve all refunds.'),
    ];
    assert.equal(extract('Who approves refunds?', passages).length, 2);
    assert.equal(extract('Who approves refunds?', passages, { mode: 'strict' }).length, 1);
  });

  it('adds a further sentence more readily from a document already quoted than from another', () => {
    const asked = 'Who approves refunds above 500 euros?';
    const best = 'Managers approve refunds above 500 euros.';
    const further = 'Other refunds are approved by Ann.';
    assert.deepEqual(extract(asked, [passage('a', `${best} ${further}`)]), [best, further]);
    assert.deepEqual(extract(asked, [passage('a', best), passage('b', further)]), [best]);
  });

  it('adds no far worse sentence from another document', () => {
    const passages = [festival, passage('weather', 'The festival of weather was first.', { lexical: 3 })];
    assert.ok(
      !extract('When did the first festival open in Oslo?', passages).some((text) =>
        text.includes('weather'),
      ),
    );
  });

  it('never answers with a heading or with a question', () => {
    const faq = passage(
      'Refunds',
      'Who approves refunds?\n\nRefunds\n\nYour manager approves them, usually within a week.',
    );
    assert.match(extract('Who approves refunds?', [faq])[0]!, /Your manager/);
  });

  it('is empty when there is nothing to quote or to ask for', () => {
    assert.deepEqual(extract('Who approves refunds?', []), []);
    assert.deepEqual(extract('???', [festival]), []);
    assert.deepEqual(extract('Who approves refunds?', [passage('empty', '—\n\n***')]), []);
  });
});
