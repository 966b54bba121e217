import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { languageOfReply } from './reply-language.ts';

describe('The language of a reply', () => {
  it('is that of the question, whatever the corpus’s', () => {
    assert.equal(languageOfReply('Welche Planeten haben Ringe aus Eis?', 'en'), 'de');
    assert.equal(languageOfReply('哪些行星有冰环？', 'en'), 'zh');
  });

  it('is the corpus’s where the question has most small words of it', () => {
    assert.equal(languageOfReply('dá pra imprimir a receita?', 'pt'), 'pt');
    assert.equal(languageOfReply('o que é o PEC? não sei', 'pt'), 'pt');
  });

  it('is that of the small words of a short question', () => {
    assert.equal(languageOfReply('why not?', 'es'), 'en');
    assert.equal(languageOfReply('¿y cuándo?', 'en'), 'es');
    assert.equal(languageOfReply('Wo steht das?', 'en', ['Which planets have rings of ice?']), 'de');
  });

  it('is that of the conversation for a short question without any', () => {
    const earlier = ['Quelles planètes ont des anneaux de glace ?', 'Saturne ?'];
    assert.equal(languageOfReply('Jupiter ?', 'en', earlier), 'fr');
    assert.equal(languageOfReply('Jupiter ?', 'en'), 'en');
  });
});
