import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { refusalText } from './refusal.ts';

describe('A refusal', () => {
  it('is in the language of the question if supported, else in English', () => {
    assert.match(refusalText('unsupported', 'de').text, /^Nichts in der Wissensbasis/);
    assert.match(refusalText('unsupported', 'zh').text, /知识库/);
    for (const unknown of ['tlh', 'constructor', null]) {
      assert.deepEqual(refusalText('unsupported', unknown), refusalText('unsupported', 'en'));
    }
  });

  it('distinguishes an empty knowledge base, one without an answer or without more of it, and a question that is not clear', () => {
    for (const language of [
      'en',
      'de',
      'fr',
      'es',
      'pt',
      'it',
      'nl',
      'pl',
      'ro',
      'ru',
      'uk',
      'el',
      'tr',
      'ar',
      'hi',
      'zh',
      'ja',
      'ko',
      'th',
      'vi',
    ]) {
      const refusal = refusalText('empty', language);
      assert.equal(refusal.language, language);
      const texts = (['empty', 'unsupported', 'unclear', 'exhausted', 'unsure', 'unwritten'] as const).map(
        (reason) => refusalText(reason, language).text,
      );
      assert.equal(new Set(texts).size, 6);
    }
  });
});
