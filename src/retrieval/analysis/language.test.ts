import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { processorMs } from '../../../test/processor-time.ts';
import { detectLanguage } from './language.ts';

const SAMPLES: Record<string, string> = {
  en: 'The company was founded by two brothers who had come to the city in search of work.',
  de: 'Das Unternehmen wurde von zwei Brüdern gegründet, die auf der Suche nach Arbeit in die Stadt gekommen waren.',
  fr: "L'entreprise a été fondée par deux frères qui étaient venus dans la ville pour chercher du travail.",
  es: 'La empresa fue fundada por dos hermanos que habían llegado a la ciudad en busca de trabajo.',
  pt: 'A empresa foi fundada por dois irmãos que tinham vindo para a cidade à procura de trabalho.',
  it: "L'azienda è stata fondata da due fratelli che erano venuti in città in cerca di lavoro.",
  nl: 'Het bedrijf werd opgericht door twee broers die naar de stad waren gekomen om werk te zoeken.',
  sv: 'Företaget grundades av två bröder som hade kommit till staden för att söka arbete.',
  pl: 'Firma została założona przez dwóch braci, którzy przyjechali do miasta w poszukiwaniu pracy.',
  cs: 'Společnost založili dva bratři, kteří přišli do města hledat práci a už tam zůstali.',
  ro: 'Compania a fost fondată de doi frați care veniseră în oraș în căutare de lucru.',
  hu: 'A céget két testvér alapította, akik munkát keresni jöttek a városba.',
  fi: 'Yrityksen perusti kaksi veljestä, jotka olivat tulleet kaupunkiin etsimään työtä.',
  tr: 'Şirket, iş aramak için şehre gelmiş olan iki kardeş tarafından kuruldu.',
  vi: 'Công ty được thành lập bởi hai anh em đã đến thành phố để tìm việc làm.',
  ru: 'Компания была основана двумя братьями, которые приехали в город в поисках работы.',
  uk: 'Компанію заснували два брати, які приїхали до міста у пошуках роботи.',
  el: 'Η εταιρεία ιδρύθηκε από δύο αδέλφια που είχαν έρθει στην πόλη για δουλειά.',
  ar: 'تأسست الشركة على يد أخوين جاءا إلى المدينة بحثا عن العمل.',
  fa: 'این شرکت توسط دو برادر که برای کار به شهر آمده بودند تأسیس شد.',
  ur: 'یہ کمپنی دو بھائیوں نے قائم کی جو کام کی تلاش میں شہر آئے تھے۔',
  he: 'החברה נוסדה על ידי שני אחים שהגיעו לעיר בחיפוש אחר עבודה.',
  hi: 'कंपनी की स्थापना दो भाइयों ने की थी जो काम की तलाश में शहर आए थे।',
  th: 'บริษัทก่อตั้งโดยพี่น้องสองคนที่เดินทางมายังเมืองเพื่อหางานทำ',
  ko: '이 회사는 일자리를 찾아 도시로 온 두 형제가 설립했다.',
  ja: 'この会社は仕事を求めて都市にやって来た二人の兄弟によって設立された。',
  zh: '这家公司由两兄弟创立，他们为了找工作来到这座城市。',
};

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
