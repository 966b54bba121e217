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

  it('prefers the requested language when a word belongs to several', () => {
    assert.equal(greetingReply('Salut', 'ro')?.language, 'ro');
    assert.equal(greetingReply('Salut', null)?.language, 'fr');
  });

  it('is the whole text: anything more is not a greeting', () => {
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

  for (const [text, opening] of [
    ['Hello, thanks a lot!', /^You’re welcome/],
    ['Thanks, bye!', /^You’re welcome/],
    ['bye', /^Goodbye/],
    ['Tschüss!', /^Auf Wiedersehen/],
    ['What can you do?', /^I answer questions/],
    ['Hi, who are you?', /^I answer questions/],
    ['Was kannst du?', /^Ich beantworte Fragen/],
    ['你能做什么？', /^我根据/],
  ] as const) {
    it(`says what can be done, or farewell: ${text}`, () =>
      assert.match(greetingReply(text, null)?.text ?? '', opening));
  }

  it('does not include a question that begins or ends like one', () => {
    for (const text of ['What can you do with loans?', 'help desk', 'bye laws', 'Who are you insured with?'])
      assert.equal(greetingReply(text, null), undefined, text);
  });
});
