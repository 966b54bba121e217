import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { passageOf } from '../../test/passage-of.ts';
import { extractSentences } from './extraction/extract.ts';
import { analysePassage } from './extraction/passage-analysis.ts';
import { questionWords } from './question/question-words.ts';
import { createWordMatcher } from './question/word-match.ts';
import { quotedParts } from './quoted-parts.ts';

function quoted(question: string, text: string) {
  const passage = passageOf('d', text);
  const words = questionWords(question, {
    language: 'en',
    carried: [],
    corpus: { chunks: 1_000, idf: () => 3 },
  });
  const match = createWordMatcher(words.words);
  const extracted = extractSentences(words, [{ passage, analysis: analysePassage(passage) }], {
    mode: 'learning',
    match,
  });
  return quotedParts(extracted, { words, match }).map(({ start, end, lead }) => [
    ...(lead ? [text.slice(lead.start, lead.end)] : []),
    text.slice(start, end),
  ]);
}

describe('What is quoted for a sentence', () => {
  it('is with its heading where a short fact lacks the word asked for', () => {
    const text = 'Probation\n\n6 months.\n\nLeave\n\nEveryone has 28 days of leave a year.';
    assert.deepEqual(quoted('How long is probation?', text)[0], ['Probation', '6 months.']);
    assert.deepEqual(quoted('How many days of leave are there?', text)[0], [
      'Everyone has 28 days of leave a year.',
    ]);
  });

  it('is with the question that it answers only if it is very short, or says yes or no', () => {
    const text =
      'Does the probe work in salt water?\n\nOnly type M.\n\nDo you offer refunds?\n\nHardware can be returned within thirty days.';
    assert.equal(
      quoted('Can probes be used in salt water?', text)[0]?.[0],
      'Does the probe work in salt water?',
    );
    const faq = 'Q: Is there a dress code?\n\nA: No. In the calibration lab you wear closed shoes.';
    assert.equal(quoted('What is the dress code?', faq)[0]?.[0], 'Q: Is there a dress code?');
    assert.deepEqual(quoted('Refunds for hardware?', text)[0], [
      'Hardware can be returned within thirty days.',
    ]);
  });

  it('is with the heading of its kind of changes', () => {
    const text =
      '5.2.0\n\nDeprecated\n\n- The XML interface. It goes away with 6.0.\n\nFixed\n\n- The clock.';
    assert.deepEqual(quoted('What happens with the XML interface?', text)[0], [
      'Deprecated',
      'The XML interface.',
    ]);
  });

  it('is with the heading of its version where the version is asked for', () => {
    const text =
      '5.2.0 (May)\n\n- New: the XML interface.\n- Fixed: the clock.\n\n5.1.0\n\n- Fixed: the lamp.';
    assert.deepEqual(quoted('Which version fixed the clock?', text), [['5.2.0 (May)', 'Fixed: the clock.']]);
    assert.deepEqual(quoted('What about the clock?', text)[0], ['Fixed: the clock.']);
  });

  it('is the whole block of code, once', () => {
    const code = 'git clone https://example.org/app.git\ncd app\n\nmake setup --fast\nmake test';
    const text = `Setting up the workshop machine\n\nRun in a terminal:\n\n${code}\n\nIt takes an hour.`;
    const parts = quoted('How do I set up the workshop machine?', text);
    assert.deepEqual(
      parts.flat().filter((part) => part.includes('make')),
      [code],
    );
  });

  it('is of settings in sections the one that has most words of the question', () => {
    const log = 'log:\n  level: info  # from debug to error\n  keep_days: 14';
    const web = 'web:\n  port: 8443\n  session_minutes: 20  # idle time before sign-out';
    const text = `The gateway reads this file:\n\n${log}\n${web}\n\nIt is read once.`;
    assert.deepEqual(quoted('What is keep_days of the log?', text)[0], [log]);
    assert.ok(quoted('What is the idle time before sign-out?', text).flat().includes(web));
    const program = `${log}\nrun(log)`;
    assert.ok(quoted('What is keep_days of the log?', `Read this:\n\n${program}`).flat().includes(program));
  });

  it('is an item without its number, or all items with their marks and the words before them', () => {
    const steps = '1. Open the valve slowly.\n\n2. Drain the blue tank.\n\n3. Close the valve.';
    assert.deepEqual(quoted('When is the blue tank drained?', steps)[0], ['Drain the blue tank.']);
    const rules = 'You may not claim:\n\n- fines\n\n- alcohol\n\nClaims are paid in May.';
    assert.deepEqual(quoted('What may I not claim?', rules), [
      ['You may not claim:', '- fines'],
      ['- alcohol'],
    ]);
  });
});
