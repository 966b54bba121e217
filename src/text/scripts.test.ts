import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageOfWord, scriptOfLanguage } from './scripts.ts';

test('a word is read by the rules of the document’s language when that uses the word’s script', () => {
  assert.equal(languageOfWord('Häuser', 'de'), 'de');
  assert.equal(languageOfWord('книга', 'bg'), 'bg');
  assert.equal(languageOfWord('大学', 'ja'), 'ja');
});

test('a word in another script or an unknown language is read by the rules of its script’s usual language', () => {
  assert.equal(languageOfWord('containers', 'zh'), 'en');
  assert.equal(languageOfWord('containers', null), 'en');
  assert.equal(languageOfWord('книга', 'en'), 'ru');
  assert.equal(languageOfWord('大学', 'ko'), 'zh');
  assert.equal(languageOfWord('タワー', 'zh'), 'ja');
  assert.equal(languageOfWord('1984', 'en'), null);
});

test('the script of a language is that of most of its letters', () => {
  for (const [language, script] of Object.entries({
    en: 'Latn',
    sr: 'Cyrl',
    ja: 'Hani',
    zh: 'Hani',
    ko: 'Hang',
    fa: 'Arab',
  })) {
    assert.equal(scriptOfLanguage(language), script);
  }
  assert.equal(scriptOfLanguage('not a code'), 'Latn');
});
