import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { processorMs } from '../../test/processor-time.ts';
import { analyze } from './analyzer.ts';

const terms = (text: string, language: string | null) => analyze(text, language).map(({ term }) => term);
const kinds = (text: string, language: string | null) => analyze(text, language).map(({ kind }) => kind);

test('words are folded and stemmed by the rules of the language', () => {
  assert.deepEqual(terms('Running ﬁnely, CAFÉS', 'en'), ['run', 'fine', 'café']);
  assert.deepEqual(terms('Häuser', 'de'), ['haus']);
  assert.deepEqual(terms('книгами', 'ru'), ['книг']);
});

test('a word in composed and in decomposed spelling has one term', () => {
  assert.deepEqual(terms('re\u0301sume\u0301', 'vi'), terms('résumé', 'vi'));
});

test('stop words are kept unstemmed in a term space of their own', () => {
  assert.deepEqual(terms('How does the pump work?', 'en'), ['.how', '.does', '.the', 'pump', 'work']);
  assert.deepEqual(kinds('How does the pump work?', 'en'), ['stop', 'stop', 'stop', 'word', 'word']);
  assert.deepEqual(terms('die Katze', 'de'), ['.die', 'katz']);
});

test('Japanese words in hiragana are small words, since particles and endings are written so', () => {
  assert.deepEqual(kinds('解約する', 'ja'), ['word', 'stop']);
  assert.deepEqual(kinds('いつですか', 'ja').includes('word'), false);
});

test('imperatives are content, since questions to manuals use them', () => {
  assert.deepEqual(kinds('list show find describe', 'en'), ['word', 'word', 'word', 'word']);
});

test('the possessive is left out and its word keeps its own offsets', () => {
  const [token] = analyze("the company's pump", 'en').slice(1);
  assert.deepEqual([token?.term, token?.surface, token?.start, token?.end], ['compani', 'company', 4, 11]);
  assert.deepEqual(terms('company’s', 'en'), ['compani']);
});

test('English contractions lose their verb and keep their negation', () => {
  assert.deepEqual(terms("we'll see, they've not, doesn't", 'en'), [
    '.we',
    'see',
    '.they',
    '.not',
    ".doesn't",
  ]);
  assert.deepEqual(terms("l'été", 'fr'), ['.l', '.été']);
});

test('the case ending behind the apostrophe of a Turkish name is left out', () => {
  assert.deepEqual(terms("Türkiye'nin IŞIK 1990'da", 'tr'), [...terms('Türkiye', 'tr'), 'ışık', '1990']);
});

test('the apostrophe within a Ukrainian word belongs to it, however it is typed', () => {
  assert.deepEqual(terms('п’ять обʼєктів', 'uk'), ["п'ять", "об'єктів"]);
});

test('numbers lose their thousands commas and are written in ASCII digits', () => {
  assert.deepEqual(terms('1,234,567 and 1,00,000', 'en'), ['1234567', '.and', '100000']);
  assert.deepEqual(
    terms('in 1,2,3 or 1990,200 or 1,234x', 'en').filter((term) => !term.startsWith('.')),
    [...['1', '2', '3', '1990', '200'], ...['1', '234x', '234', 'x']],
  );
  assert.deepEqual(terms('٢٣٤٬٥٦٧ १२३ ๒๕ １２', 'ar'), ['234567', '123', '25', '12']);
  assert.deepEqual(kinds('12 twelve', 'en'), ['number', 'word']);
});

test('a word of letters and digits is found whole and by its parts, each where it stands', () => {
  const found = analyze('use SHA256', 'en').slice(1);
  assert.deepEqual(
    found.map(({ term, surface, start, end }) => [term, surface, start, end]),
    [
      ['sha256', 'SHA256', 4, 10],
      ['sha', 'SHA', 4, 7],
      ['256', '256', 7, 10],
    ],
  );
});

test('a number with dots is found whole, without its last parts, and by its parts', () => {
  assert.deepEqual(terms('2.4.0', 'en'), ['2.4.0', '2.4', '2', '4', '0']);
  assert.deepEqual(terms('1,234.50', 'en'), ['1234.50', '1234', '50']);
  assert.deepEqual(terms('v2.4', 'en'), ['2.4', '2', '4']);
  assert.deepEqual(terms('3.5mm 1.2.3.4.5 7. 8', 'en'), [
    ...['3', '5mm', '5', 'mm'],
    ...['1', '2', '3', '4', '5', '7', '8'],
  ]);
  assert.deepEqual(kinds('2.4', 'en'), ['number', 'number', 'number']);
});

test('an acronym spelt like a stop word is a word, unless all is written in capitals', () => {
  assert.deepEqual(terms('Ask IT; it helps', 'en'), ['ask', 'it', '.it', 'help']);
  assert.deepEqual(terms('IT', 'en'), ['it']);
  assert.deepEqual(terms('WHAT IS IT FOR', 'en'), ['.what', '.is', '.it', '.for']);
});

test('a digest is one term, since its parts say nothing', () => {
  assert.deepEqual(terms('9f86d081884c7d659a2f', 'en'), ['9f86d081884c7d659a2f']);
});

test('capitals are read from the word as written', () => {
  assert.deepEqual(
    analyze('Paris paris Élan élan', 'fr').map(({ capitalised }) => capitalised),
    [true, false, true, false],
  );
});

test('Chinese and Japanese are cut into words whatever the language of the text is', () => {
  assert.deepEqual(terms('北京大学的学生', 'zh'), ['北京', '大学', '.的', '学生']);
  for (const language of [null, 'en', 'ja']) {
    const found = terms('東京タワーは高い', language);
    assert.ok(found.includes('東京タワー') || found.includes('東京'), `${language}: ${found}`);
    assert.ok(found.includes('.は'), `${language}: ${found}`);
  }
});

test('Thai is indexed by words and by pairs of letters', () => {
  const found = terms('ภาษาไทย', 'th');
  assert.deepEqual(
    found.filter((term) => ['ภาษา', 'ไทย'].includes(term)),
    ['ภาษา', 'ไทย'],
  );
  assert.ok(found.includes('าไ'), 'a pair across the border of two words');
});

test('a Korean word is found without its particle', () => {
  assert.ok(terms('서울은', 'ko').includes('서울'));
  assert.deepEqual(terms('서울', 'ko'), ['서울']);
});

test('each run of a mixed text is read by the rules of its script', () => {
  assert.deepEqual(terms('我们使用 Docker containers 容器', 'zh').slice(-3), ['docker', 'contain', '容器']);
  assert.deepEqual(terms('the книгами of 大学', 'en'), ['.the', 'книг', '.of', '大学']);
  assert.deepEqual(terms('API는', 'ko'), ['api', '는']);
});

test('a word is cut at 64 units', () => {
  const found = analyze(`x${'y'.repeat(100_000)} end`, 'en');
  assert.deepEqual(
    found.map(({ start, end }) => [start, end]),
    [
      [0, 64],
      [100_002, 100_005],
    ],
  );
});

test('invisible characters within a word do not change its term', () => {
  assert.deepEqual(terms('Donau\u00addampf', 'de'), terms('Donaudampf', 'de'));
  assert.deepEqual(terms('e\u200d', 'en'), ['e']);
});

test('text without a letter or digit has no terms', () => {
  for (const text of ['', ' \n', '—…!?', '\u0301\u0301', '\u0000', '\ud800', '👍🏽', "'"]) {
    assert.deepEqual(analyze(text, 'en'), [], JSON.stringify(text));
  }
});

const LANGUAGES = [null, ...'en de fr es ro ru tr ar hi el th zh ja ko vi he fa hy ta km xx'.split(' ')];
const anyUnit = fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit));
const wordUnit = fc.constantFrom(..."aZé9,٣'’ßİıςกำเमि東は한글\u0301\u00ad\u200c\u200d\ud842\udfb7½ﷺ- .");
const anyText = fc.oneof(
  fc.string({ unit: anyUnit, maxLength: 200 }),
  fc.string({ unit: wordUnit, maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 100 }),
);

test('tokens point at the text in order, and no term is empty or holds white space', () => {
  fc.assert(
    fc.property(anyText, fc.constantFrom(...LANGUAGES), (text, language) => {
      let last = 0;
      for (const { term, surface, start, end, kind } of analyze(text, language)) {
        assert.equal(text.slice(start, end), surface);
        assert.ok(start >= last && end > start && end - start <= 64);
        assert.ok(term.length > 0 && !/\s/.test(term));
        assert.equal(kind === 'stop', term.startsWith('.'));
        last = start;
      }
    }),
    { numRuns: 1_000 },
  );
});

test('every letter and digit is in a token, except what is cut from over-long words', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'aB9东กหहि, 한'), maxLength: 60 }), (text) => {
      const covered = new Set<number>();
      for (const { start, end } of analyze(text, null)) for (let i = start; i < end; i++) covered.add(i);
      for (const { index } of text.matchAll(/[\p{L}\p{N}]/gu))
        assert.ok(covered.has(index), `${text} at ${index}`);
    }),
  );
});

test('a word has the same terms in any position', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcdéßñşIi9'), minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(word, word, fc.constantFrom(...LANGUAGES), (one, other, language) => {
      assert.deepEqual(terms(`${one} (${other})`, language), [
        ...terms(one, language),
        ...terms(other, language),
      ]);
    }),
  );
});

const naughty = new URL('../../../shared/data/dev/hostile/naughty-strings/strings.jsonl', import.meta.url);

test('hostile strings are analysed', { skip: existsSync(naughty) ? false : 'no public test data' }, () => {
  const strings = readFileSync(naughty, 'utf8')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { value: string }).value);
  assert.ok(strings.length > 100);
  for (const text of strings) {
    for (const language of LANGUAGES) {
      for (const { surface, start, end } of analyze(text, language))
        assert.equal(text.slice(start, end), surface);
    }
  }
});

test('hostile text takes time linear in its length', async () => {
  const units = 200_000;
  for (const piece of [
    'a',
    '\u0301',
    'a\u0301',
    '9',
    '1,',
    '中',
    'ก',
    '한',
    "a'",
    "n't",
    '\ud842\udfb7',
    'a1',
    '\u200d',
    '.',
  ]) {
    const tookMs = await processorMs(() => analyze(piece.repeat(units / piece.length), null));
    assert.ok(tookMs < 5_000, `${JSON.stringify(piece)} took ${tookMs} ms`);
  }
});
