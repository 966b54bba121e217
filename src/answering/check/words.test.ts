import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { wordsOf } from './words.ts';

const keys = (text: string, language: string) => wordsOf(text, language).map(({ key }) => key);
const negations = (text: string, language: string) =>
  wordsOf(text, language)
    .filter(({ isNegation }) => isNegation)
    .map(({ start, end }) => text.slice(start, end));

describe('Words of a text', () => {
  it('gives one key to all spellings of a number, a sign and a count', () => {
    assert.deepEqual(keys('the 19th', 'en'), ['.the', '19']);
    assert.deepEqual(keys('5km', 'en'), keys('5 km', 'en'));
    assert.deepEqual(keys('10 000 Euro', 'de'), ['10000', '€']);
    assert.deepEqual(keys('5 percent', 'en'), keys('5%', 'en'));
    assert.deepEqual(keys('seven', 'en'), ['7']);
    assert.deepEqual(keys('−5 °C', 'en'), ['−', '5', '°C']);
    assert.deepEqual(keys("1990'da", 'tr'), ['1990']);
  });

  it('gives a character of its own to scripts without spaces, marks and negations kept whole', () => {
    assert.deepEqual(keys('有15天', 'zh'), ['有', '15', '天']);
    assert.deepEqual(keys('ไม่ได้', 'th'), ['ไม่', 'ไ', 'ด้']);
  });

  it('leaves out the possessive, and the Arabic “and” that is attached to its word', () => {
    assert.deepEqual(keys("Keller's", 'en'), keys('Keller', 'en'));
    assert.deepEqual(keys('والشركة', 'ar'), keys('الشركة', 'ar'));
  });

  it('knows negations in the language of the text', () => {
    const found: readonly (readonly [string, string, readonly string[]])[] = [
      ['en', "It isn't, it cannot, it does not.", ["isn't", 'cannot', 'not']],
      ['de', 'Kein Wort, nicht eines.', ['Kein', 'nicht']],
      ['es', 'No hay nunca nada.', ['No', 'nunca', 'nada']],
      ['pt', 'Não está no mercado.', ['Não']],
      ['tr', 'Yapılmadı, yapıldı, bilmiyor, değil.', ['Yapılmadı', 'bilmiyor', 'değil']],
      ['hi', 'यह नहीं है।', ['नहीं']],
      ['vi', 'Không phải.', ['Không']],
      ['zh', '不是非洲，没有未来，也无效。', ['不', '没', '无']],
      ['th', 'ไม่มี', ['ไม่']],
      ['fr', 'Il ne vient pas.', ['pas']],
      ['it', 'Non viene mai.', ['Non', 'mai']],
      ['ro', 'Nu mai vine niciodată.', ['Nu', 'niciodată']],
      ['pl', 'Nie ma go.', ['Nie']],
      ['nl', 'Het is niet geen.', ['niet', 'geen']],
    ];
    for (const [language, text, expected] of found)
      assert.deepEqual(negations(text, language), expected, text);
  });

  it('are the same whether an ASCII mark or another one follows them', () => {
    const word = fc.oneof(
      fc.constantFrom("isn't", "Keller's", '5km', 'well-known', 'MP3', 'percent', 'may', 'seven', 'Without'),
      fc.stringMatching(/^[A-Za-z]{1,12}$/),
    );
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 5 }),
        fc.constantFrom('en', 'de', 'tr', null),
        (written, language) => {
          const facts = (mark: string) =>
            wordsOf(written.map((each) => each + mark).join(''), language).map(({ start, end, ...known }) => [
              known,
              end - start,
            ]);
          assert.deepEqual(facts(' '), facts('\u2003'));
          assert.deepEqual(facts('. '), facts('。\u2003'));
        },
      ),
    );
  });

  it('never overlap, stand in order, and lie within the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 100 }),
        fc.constantFrom('en', 'tr', 'ar', 'zh', null),
        (text, language) => {
          let last = 0;
          for (const { start, end, key } of wordsOf(text, language)) {
            assert.ok(start >= last && end > start && end <= text.length);
            assert.notEqual(key, '');
            last = end;
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
