import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Passage } from '../../retrieval/passage.ts';
import { analysePassage } from '../choose/passage-analysis.ts';
import { readClaim } from './claim.ts';
import { evidenceOf } from './evidence.ts';
import { evidenceText, overall } from './grounding.ts';
import { verifyClaim } from './verify-sentence.ts';

function read(text: string, language = 'en') {
  const passage: Passage = {
    chunkId: 'd.1.0',
    docId: 'd',
    kind: 'document',
    title: 'Handbook',
    url: null,
    fileName: null,
    updatedAt: 0,
    language,
    text,
    start: 0,
    page: null,
    section: null,
    lexical: 1,
    dense: 0,
    fused: 1,
    score: 1,
  };
  return { passage, analysis: analysePassage(passage) };
}

const evidence = read(
  'Staff may carry over 15 days\nof leave until March. Ann Keller approves refunds above 500 euros [7].',
);
const check = (text: string) => verifyClaim(readClaim(text), evidenceOf(evidenceText(evidence)));

describe('Checking a statement against its source', () => {
  it('supports a quotation, white space and neutralised markers aside', () => {
    const { verdict, score } = check('Staff may carry over 15 days of leave until March.');
    assert.deepEqual({ verdict, score }, { verdict: 'supported', score: 1 });
    assert.equal(check('Ann Keller approves refunds above 500 euros (7).').score, 1);
    assert.equal(check('Staff may carry over 15 days…').score, 1);
  });

  it('supports other words that say the same', () => {
    assert.equal(check('Until March, staff may carry over 15 days of leave.').verdict, 'supported');
  });

  it('does not support a statement on another subject', () => {
    assert.equal(check('Bananas grow in warm countries.').verdict, 'unsupported');
    assert.equal(check('').verdict, 'unsupported');
  });

  it('lets a statement use the names in the heading', () => {
    assert.equal(
      check('The handbook says that staff may carry over 15 days of leave until March.').verdict,
      'supported',
    );
  });

  it('calls an answer partial when only some of it is supported, and averages its score', () => {
    const sentences = ['Ann Keller approves refunds above 500 euros', 'Bananas grow in warm countries.'];
    const { verdict, score } = overall(sentences.map((text) => check(text)));
    assert.equal(verdict, 'partial');
    assert.ok(score > 0.5 && score < 0.6, String(score));
    assert.equal(overall([]).verdict, 'unsupported');
  });
});
