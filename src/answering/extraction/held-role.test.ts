import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { passageOf } from '../../../test/passage-of.ts';
import { questionWords } from '../question/question-words.ts';
import { createWordMatcher } from '../question/word-match.ts';
import { holdsRole } from './held-role.ts';
import { analysePassage } from './passage-analysis.ts';

describe('holdsRole', () => {
  const corpus = { chunks: 1_000, idf: () => 4 };
  const holdsIn = (question: string, text: string, isOwnerKnown = false) => {
    const asked = questionWords(question, { language: 'en', carried: [], corpus });
    const passage = { ...passageOf('d', text), language: 'en' };
    const analysis = analysePassage(passage);
    const match = createWordMatcher(asked.words);
    return analysis.sentences.map((sentence) =>
      holdsRole(asked, { passage, analysis }, sentence, { match, isOwnerKnown }),
    );
  };
  const question = 'Who is the chief executive officer of PepsiCo?';

  it('accepts the role at the owner asked about, before or after the name', () => {
    assert.deepEqual(
      holdsIn(question, 'Ramon Laguarta is Chairman and Chief Executive Officer of PepsiCo, we read.'),
      [true],
    );
    assert.deepEqual(holdsIn(question, 'Ramon Laguarta has served as PepsiCo’s Chief Executive Officer.'), [
      true,
    ]);
  });

  it('rejects the role at another owner whose name begins the same', () => {
    const text = 'Kirk Tanner is Chief Executive Officer of PepsiCo Beverages North America.';
    assert.deepEqual(holdsIn(question, text, true), [false]);
  });

  it('rejects the role at somebody else', () => {
    assert.deepEqual(holdsIn(question, 'Silviu Popovici is Chief Executive Officer, Europe.', true), [false]);
  });

  it('rejects whoever had the role, unless the question asks for them', () => {
    const before = 'Indra Nooyi is a Former Chief Executive Officer of PepsiCo, we read.';
    assert.deepEqual(holdsIn(question, before), [false]);
    assert.deepEqual(holdsIn(question, 'Indra Nooyi is a former PepsiCo chief executive officer.'), [false]);
    assert.deepEqual(holdsIn('Who is the former chief executive officer of PepsiCo?', before), [true]);
  });

  it('takes what follows a colon for the holder, never for the owner', () => {
    const deputy = "Who is Mei Tanaka's deputy?";
    assert.deepEqual(holdsIn(deputy, 'Name: Jonas Keller | Deputy: Mei Tanaka', true), [false]);
    assert.deepEqual(holdsIn(deputy, 'Name: Mei Tanaka | Deputy: Rafael Lima', true), [true]);
    assert.deepEqual(holdsIn(deputy, 'Deputy: Rafael Lima'), [false]);
  });

  it('accepts a role at the end of a sentence when the context names the owner', () => {
    const text = 'Amy Hood is our Chief Executive Officer.';
    assert.deepEqual(holdsIn(question, text, true), [true]);
    assert.deepEqual(holdsIn(question, text, false), [false]);
  });

  it('looks only where the holder of a role is asked for', () => {
    assert.deepEqual(holdsIn('Where is PepsiCo?', 'Ramon Laguarta is Chief Executive Officer of PepsiCo.'), [
      false,
    ]);
  });
});
