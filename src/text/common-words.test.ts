import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { languagesByCommonWords } from './common-words.ts';

const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
const ALL = ['en', 'de', 'es', 'pt', 'vi', 'tr'];

describe('languagesByCommonWords', () => {
  it('leaves one language when no other comes near', () => {
    const text = 'The weather in the north of the country is said to be as mild as that of the south.';
    assert.deepEqual(languagesByCommonWords(words(text), ALL), ['en']);
  });

  it('leaves languages that share stop words, and no others', () => {
    const text =
      'El primer clero metodista fue ordenado por John Wesley, un sacerdote de la Iglesia de Inglaterra';
    const left = languagesByCommonWords(words(text), ALL);
    assert.ok(left.includes('es'), String(left));
    assert.ok(!left.includes('vi') && !left.includes('en'), String(left));
  });

  it('leaves all when there are too few stop words to tell', () => {
    assert.deepEqual(languagesByCommonWords(words('Polyphase Merge Algorithm'), ALL), ALL);
    assert.deepEqual(languagesByCommonWords([], ALL), ALL);
  });

  it('considers only possible languages', () => {
    assert.deepEqual(languagesByCommonWords(words('the cat and the dog and the bird'), ['de']), ['de']);
  });
});
