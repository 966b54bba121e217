import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LANGUAGES } from '../../../languages/languages.ts';
import { greetingReply, remarkReply } from './greeting.ts';

describe('A greeting', () => {
  it('is answered in its own language, whatever its case and punctuation', () => {
    for (const [question, language] of [
      ['Hi!', 'en'],
      ['HELLO 👋', 'en'],
      ['thanks…', 'en'],
      ['Guten Tag!', 'de'],
      ['Merci beaucoup !', 'fr'],
      ['Merci', 'fr'],
      ['Bonjour, ça va ?', 'fr'],
      ['¡Hola! ¿Qué tal?', 'es'],
      ['hi, how are you?', 'en'],
      ['danke dir', 'de'],
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
    ['Thanks, that helped.', /^You’re welcome/],
    ['Thanks, bye!', /^You’re welcome/],
    ['bye', /^Goodbye/],
    ['Tschüss!', /^Auf Wiedersehen/],
    ['What can you do?', /^I answer questions/],
    ['Hi, who are you?', /^I answer questions/],
    ['Was kannst du?', /^Ich beantworte Fragen/],
    ['你能做什么？', /^我根据/],
    ['What documents do you have?', /^I answer questions/],
    ['Sen kimsin?', /^Soruları/],
  ] as const) {
    it(`says what can be done, or farewell: ${text}`, () =>
      assert.match(greetingReply(text, null)?.text ?? '', opening));
  }

  it('does not include a question that begins or ends like one', () => {
    for (const text of ['What can you do with loans?', 'help desk', 'bye laws', 'Who are you insured with?'])
      assert.equal(greetingReply(text, null), undefined, text);
  });
});

describe('A remark on an answer', () => {
  for (const [text, language, reply] of [
    ['ok', 'en', /^The number after each sentence/],
    ['No!', 'en', /^The number after each sentence/],
    ['No!', 'es', /^El número que sigue/],
    ['👍', 'de', /^Die Nummer nach jedem Satz/],
    ['😂😂😂', null, /^The number after each sentence/],
    ['Where does it say that?', 'en', /^The number after each sentence/],
    ['that’s wrong', 'en', /^The number after each sentence/],
    ['No, that’s not what I meant.', 'en', /^The number after each sentence/],
    ['Das hat nicht geklappt', 'de', /^Die Nummer nach jedem Satz/],
    ['Wo steht das?', 'en', /^Die Nummer nach jedem Satz/],
    ['这是真的吗？', 'zh', /^每句话后面的编号/],
    ['Shorter, please', 'en', /^I quote documents/],
    ['zusammenfassung', 'de', /^Ich zitiere/],
  ] as const) {
    it(`is answered without the documents: ${text}`, () =>
      assert.match(remarkReply(text, () => language)?.text ?? '', reply));
  }

  it('is no question, and no greeting', () => {
    for (const text of [
      'No refunds?',
      'Yes or no?',
      'Is that true for children?',
      'sources of law',
      '???',
      '',
      '42',
      'hello',
    ])
      assert.equal(
        remarkReply(text, () => 'en'),
        undefined,
        text,
      );
    assert.equal(greetingReply('ok', 'en'), undefined);
  });

  it('is no keyword that happens to be a word of another language', () => {
    for (const keyword of ['Legal', 'resume', 'Résumé', 'SI', 'CO'])
      assert.equal(
        remarkReply(keyword, () => 'en'),
        undefined,
        keyword,
      );
    for (const keyword of ['PA', 'NA', 'DAG', 'SUP'])
      assert.equal(greetingReply(keyword, null), undefined, keyword);
    assert.equal(remarkReply('claro', () => 'pt')?.language, 'pt');
    assert.equal(remarkReply('great', () => 'de')?.language, 'en');
    assert.equal(remarkReply('хорошо', () => 'en')?.language, 'ru');
  });

  it('is a keyword in a first message, unless it is a remark in English or several words', () => {
    const first = (text: string) => remarkReply(text, () => 'pt', { isFirst: true });
    for (const keyword of ['source', 'summary', 'legal', 'Quelle'])
      assert.equal(first(keyword), undefined, keyword);
    for (const remark of ['ok', 'is that true?', 'хорошо', '👍', 'no']) assert.ok(first(remark), remark);
  });

  it('may come with thanks, which are answered', () => {
    assert.match(greetingReply('ok, thanks!', 'en')?.text ?? '', /^You’re welcome/);
  });
});

it('small talk can be made in every language that has replies', () => {
  for (const { code, smallTalk, replies } of LANGUAGES) {
    assert.equal(smallTalk === undefined, replies === undefined, code);
    if (!smallTalk) continue;
    const { greetings, help, remarks, rewrites } = smallTalk;
    for (const phrase of [greetings, help].flatMap((phrases) => phrases.split('|')))
      assert.equal(greetingReply(phrase, code)?.language, code, phrase);
    for (const phrase of [remarks, rewrites].flatMap((phrases) => phrases.split('|')))
      assert.equal(remarkReply(phrase, () => code)?.language, code, phrase);
  }
});
