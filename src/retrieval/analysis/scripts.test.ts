import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageOfWord, scriptOfLanguage } from './scripts.ts';

test('a word is read by the language of its document where that is written in the word’s script', () => {
  assert.equal(languageOfWord('Häuser', 'de'), 'de');
  assert.equal(languageOfWord('книга', 'bg'), 'bg');
  assert.equal(languageOfWord('大学', 'ja'), 'ja');
});

test('a word of another script, or of an unknown language, is read by the usual one of its script', () => {
  assert.equal(languageOfWord('containers', 'zh'), 'en');
  assert.equal(languageOfWord('containers', null), 'en');
  assert.equal(languageOfWord('книга', 'en'), 'ru');
  assert.equal(languageOfWord('大学', 'ko'), 'zh');
  assert.equal(languageOfWord('タワー', 'zh'), 'ja');
  assert.equal(languageOfWord('1984', 'en'), null);
});

test('the script of a language is the one that most of its letters have', () => {
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
