import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { greetingReply } from './greeting.ts';

describe('A greeting', () => {
  it('is answered in its own language, whatever its case and punctuation', () => {
    for (const [question, language] of [
      ['Hi!', 'en'],
      ['HELLO 👋', 'en'],
      ['thanks…', 'en'],
      ['Guten Tag!', 'de'],
      ['Merci beaucoup !', 'fr'],
      ['¡Hola!', 'es'],
      ['Спасибо', 'ru'],
      ['नमस्ते', 'hi'],
      ['你好！', 'zh'],
      ['ありがとう', 'ja'],
      ['ขอบคุณครับ', 'th'],
    ] as const) {
      assert.equal(greetingReply(question, null)?.language, language, question);
    }
  });

  it('prefers the language that was asked for where a word belongs to several', () => {
    assert.equal(greetingReply('Salut', 'ro')?.language, 'ro');
    assert.equal(greetingReply('Salut', null)?.language, 'fr');
  });

  it('is the whole question: nothing else is taken for one', () => {
    for (const question of [
      'Hello, how many days of leave?',
      'What is a greeting?',
      'thanks to whom?',
      '',
      '!!!',
      'constructor',
    ]) {
      assert.equal(greetingReply(question, null), undefined, question);
    }
  });
});
