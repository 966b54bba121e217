import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { stemmerOf } from './stemmer.ts';

/** Forms of one word, then words that must be kept apart from it. */
const FAMILIES: readonly (readonly [language: string, forms: string, others: string])[] = [
  ['en', 'connect connected connecting connection', 'convict'],
  ['de', 'haus hauses häuser häusern', 'hase'],
  ['ru', 'книга книги книгами книгу', 'князь'],
  ['ro', 'națiune națiuni națiunile naţiunile', 'nativ'],
  ['el', 'δρόμος δρόμου δρόμο δρόμοι δρόμων δρόμους', 'δράμα'],
  ['el', 'εταιρεία εταιρείας εταιρείες εταιρειών', 'εταίρος'],
  ['hi', 'लड़का लड़के लड़कों', 'लड़'],
  ['hi', 'भाषा भाषाएं भाषाओं', 'भाग'],
  ['ar', 'عمل العمل والعمل فالعمل', 'علم'],
  ['ko', '휴가 휴가는 휴가를 휴가에는 휴가입니다', '휴일'],
  ['ko', '해지 해지하려면 해지합니다 해지했어요 해지된', '해외'],
  ['pl', 'klient klienta klientów klientami klientach', 'klimat'],
  ['pl', 'umowa umowy umowę umową', 'umysł'],
  ['hi', 'करता करती करते करना करने करूंगा करेंगे', 'कल'],
];

for (const [language, forms, others] of FAMILIES) {
  test(`${language}: ${forms} have one stem`, () => {
    const stem = stemmerOf(language);
    const stems = new Set(forms.split(' ').map(stem));
    assert.equal(stems.size, 1, [...stems].join(' '));
    for (const other of others.split(' ')) assert.ok(!stems.has(stem(other)), other);
  });
}

test('a language without a stemmer keeps its words', () => {
  assert.equal(stemmerOf('vi')('người'), 'người');
  assert.equal(stemmerOf('xx')('anything'), 'anything');
});

test('no stemmer throws or returns an empty stem', () => {
  const languages = 'ar ca cs da de el en es eu fi fr ga hi hu hy it ko nl no pl pt ro ru sl sv ta tr'.split(
    ' ',
  );
  const unit = fc.constantFrom(..."abeinrstyz’'ßşçğıéаеинстуыя́οςαειωθηκماليةتنायोंकरதகள்հեր는가입니다ąęów");
  fc.assert(
    fc.property(
      fc.string({ unit, minLength: 1, maxLength: 20 }),
      fc.constantFrom(...languages),
      (word, language) => {
        assert.ok(stemmerOf(language)(word).length > 0);
      },
    ),
    { numRuns: 2_000 },
  );
});
