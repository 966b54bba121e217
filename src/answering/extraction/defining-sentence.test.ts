import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { passageOf } from '../../../test/passage-of.ts';
import { questionWords } from '../question/question-words.ts';
import { createWordMatcher } from '../question/word-match.ts';
import { isDefining } from './defining-sentence.ts';
import { analysePassage } from './passage-analysis.ts';

describe('isDefining', () => {
  const corpus = { chunks: 1_000, idf: () => 4 };
  const definesIn = (question: string, text: string, language = 'en') => {
    const asked = questionWords(question, { language, carried: [], corpus });
    const passage = { ...passageOf('d', text), language };
    const analysis = analysePassage(passage);
    const match = createWordMatcher(asked.words);
    return analysis.sentences.map((sentence) => isDefining(asked, { passage, analysis }, sentence, match));
  };

  it('recognises a sentence that begins with the term asked about and says what it is', () => {
    const text =
      'In algebra, a Noetherian ring (or chain ring) is a ring whose ideals are finitely generated. This implies that a Noetherian ring is a module.';
    assert.deepEqual(definesIn('What is a Noetherian ring?', text), [true, false]);
  });

  it('wants to know what it is, not how it is', () => {
    const text = 'WASI is still experimental. WASI is a system interface.';
    assert.deepEqual(definesIn('What is WASI?', text), [false, true]);
  });

  it('does not take a statement about all or some for a definition', () => {
    const text = 'Every ring is a group. Some rings are fields. A ring is a set.';
    assert.deepEqual(definesIn('What is a ring?', text), [false, false, true]);
  });

  it('does not take another term that begins with it for the term', () => {
    const text = 'Scoped packages are not public. A scope file is a list. Scopes (SCP) are groups.';
    assert.deepEqual(definesIn('What is a scope?', text), [false, false, true]);
  });

  it('reads other languages', () => {
    assert.deepEqual(
      definesIn('Was ist ein topologischer Raum?', 'Ein topologischer Raum ist ein Paar von Mengen.', 'de'),
      [true],
    );
    assert.deepEqual(definesIn('Qu’est-ce que QSL ?', 'QSL est un langage algébrique.', 'fr'), [true]);
  });

  it('looks only where a definition is asked for', () => {
    assert.deepEqual(definesIn('Who needs a ring?', 'A ring is a set.'), [false]);
  });
});
