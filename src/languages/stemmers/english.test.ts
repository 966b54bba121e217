import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { stemEnglish } from './english.ts';
import { snowball } from './snowball.ts';

const SAMPLES =
  "generate communism arsenal general communication inning outings herrings proceeds exceeding skis skies sky yoyo say's " +
  "boss' ties tied cries gas this kiwis hopping hoped falling agreed feed geologist possibly happily relative sensation " +
  'relational radically electrical hopefulness rate controlled parallel bias ugly by saying enjoy sayyid rely';
const ENDINGS =
  "' 's 's' s es ies ied ed eed eedly ing ingly edly ly li y ational tional ative ization fulness lessli ogi logi bli " +
  'ement ment ent ion sion tion e l ll us ss sses icate ical ness ful ize ous';

test('English stems are those of the package', () => {
  const expected = snowball('english');
  for (const word of SAMPLES.split(' ')) assert.equal(stemEnglish(word), expected(word), word);
  const unit = fc.constantFrom(..."aeiouybcdfghklmnrstvwxz'é0");
  const ending = fc.constantFrom('', ...ENDINGS.split(' '));
  const words = fc
    .tuple(fc.string({ unit, minLength: 1, maxLength: 9 }), ending)
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(words, (word) => {
      assert.equal(stemEnglish(word) || word, expected(word));
    }),
    { numRuns: 5_000 },
  );
});
