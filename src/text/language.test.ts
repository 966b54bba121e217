import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { LANGUAGE_SAMPLES as SAMPLES } from '../../test/language-samples.ts';
import { processorMs } from '../../test/processor-time.ts';
import { detectLanguage } from './language.ts';

for (const [language, text] of Object.entries(SAMPLES)) {
  test(`${language} is recognised`, () => assert.equal(detectLanguage(text), language));
}

test('a foreign name or two do not decide a paragraph', () => {
  const paragraph =
    'The right to create private schools in Germany is in Article 7, Paragraph 4 of the Grundgesetz and cannot be suspended. ' +
    'Ersatzschulen are ordinary primary or secondary schools, which are run by private individuals.';
  assert.equal(detectLanguage(paragraph), 'en');
});

test('with fewer than three words only a telling script decides', () => {
  assert.equal(detectLanguage('refund policy'), null);
  assert.equal(detectLanguage('возврат'), null);
  assert.equal(detectLanguage('退款'), 'zh');
  assert.equal(detectLanguage('返金について'), 'ja');
  assert.equal(detectLanguage('επιστροφή'), 'el');
});

test('only candidates are returned', () => {
  assert.equal(detectLanguage('Wie lange dauert die Lieferung?', ['en', 'de']), 'de');
  assert.equal(detectLanguage('Wie lange dauert die Lieferung?', ['ru', 'en']), 'en');
  assert.equal(detectLanguage('Сколько стоит доставка?', ['en', 'bg']), 'bg');
  assert.equal(detectLanguage('配送にはどのくらいかかりますか', ['en']), null);
  assert.equal(detectLanguage('anything at all', []), null);
});

test('text without letters has no language', () => {
  for (const text of ['', '12 34 56 78', '👍 👍 👍 👍', '\u0000\u0001'])
    assert.equal(detectLanguage(text), null);
});

test('a long text is judged by samples of all of it, in little time', async () => {
  const german = `${SAMPLES.en}\n${SAMPLES.de} ${SAMPLES.de!.repeat(20_000)}`;
  detectLanguage(SAMPLES.de!);
  const tookMs = await processorMs(() => assert.equal(detectLanguage(german), 'de'));
  assert.ok(tookMs < 500, `${tookMs} ms`);
});

test('any text gives a candidate or null', () => {
  const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
  const candidates = ['en', 'de', 'ru', 'ja', 'ar'];
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit, maxLength: 300 }), fc.lorem()), (text) => {
      const found = detectLanguage(text, candidates);
      assert.ok(found === null || candidates.includes(found));
    }),
  );
});
