import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { processorMs } from '../../../test/processor-time.ts';
import { splitSentences } from '../../text/sentences.ts';
import { readClaim } from './claim.ts';
import { evidenceOf } from './evidence.ts';
import { verifyClaim } from './verify-sentence.ts';

const NAUGHTY = new URL('../../../../shared/data/dev/hostile/naughty-strings/strings.jsonl', import.meta.url);

function verify(sentence: string, source: string, language: string | null = 'en') {
  return verifyClaim(
    readClaim(sentence),
    evidenceOf({ text: source, language, sentences: splitSentences(source), heading: '' }),
  );
}

/** Language, source, altered sentence, and the alarm that vetoes it. */
const ALTERED: readonly (readonly [string, string, string, string])[] = [
  [
    'en',
    'Staff may carry over 15 days of leave until March.',
    'Staff may carry over 25 days of leave until March.',
    'number',
  ],
  [
    'en',
    'Staff may carry over 15 days of leave until March.',
    'Staff may carry over 5 days of leave until March.',
    'number',
  ],
  [
    'ar',
    'يحق للموظف ترحيل ١٥ يوماً من الإجازة حتى شهر مارس.',
    'يحق للموظف ترحيل ٢٥ يوماً من الإجازة حتى شهر مارس.',
    'number',
  ],
  [
    'hi',
    'कर्मचारी मार्च तक १५ दिन की छुट्टी आगे ले जा सकते हैं।',
    'कर्मचारी मार्च तक २५ दिन की छुट्टी आगे ले जा सकते हैं।',
    'number',
  ],
  [
    'th',
    'พนักงานสามารถยกยอดวันลา 15 วันไปจนถึงเดือนมีนาคม',
    'พนักงานสามารถยกยอดวันลา 25 วันไปจนถึงเดือนมีนาคม',
    'number',
  ],
  ['zh', '员工可以把15天假期保留到三月底以前使用。', '员工可以把25天假期保留到三月底以前使用。', 'number'],
  [
    'en',
    'The premium plan costs 30 euros a month and holds 500 users.',
    'The premium plan costs 500 euros a month and holds 500 users.',
    'moved',
  ],
  [
    'ru',
    'Премиальный тариф стоит 30 евро в месяц и рассчитан на 500 человек.',
    'Премиальный тариф стоит 500 евро в месяц и рассчитан на 500 человек.',
    'moved',
  ],
  [
    'en',
    'The pipeline is 230 miles long and was built by two firms.',
    'The pipeline is 230 metres long and was built by two firms.',
    'unit',
  ],
  [
    'tr',
    'Şirket geçen yıl 5 milyon dolar kâr elde etti ve büyüdü.',
    'Şirket geçen yıl 5 milyar dolar kâr elde etti ve büyüdü.',
    'unit',
  ],
  [
    'de',
    'Die Gebühr beträgt 12 % des Umsatzes und wird jährlich erhoben.',
    'Die Gebühr beträgt 12 $ des Umsatzes und wird jährlich erhoben.',
    'unit',
  ],
  [
    'en',
    'Since 2010 all refunds above that sum are approved by Ann Keller in Berlin.',
    'Since 2010 all refunds above that sum are approved by Bob Miller in Berlin.',
    'name',
  ],
  [
    'el',
    'Όλες οι επιστροφές χρημάτων εγκρίνονται από την Άννα Παππά στην Αθήνα.',
    'Όλες οι επιστροφές χρημάτων εγκρίνονται από την Άννα Παππά στην Πάτρα.',
    'name',
  ],
  [
    'en',
    'Refunds are paid within a month of the claim.',
    'Refunds are not paid within a month of the claim.',
    'negation',
  ],
  [
    'en',
    'Refunds are not paid within a month of the claim.',
    'Refunds are paid within a month of the claim.',
    'negation',
  ],
  [
    'de',
    'Der Urlaub wird in diesem Fall nicht übertragen.',
    'Der Urlaub wird in diesem Fall übertragen.',
    'negation',
  ],
  [
    'es',
    'Las solicitudes presentadas en marzo se aceptan siempre.',
    'Las solicitudes presentadas en marzo no se aceptan siempre.',
    'negation',
  ],
  [
    'ro',
    'Cererile depuse în luna martie nu sunt acceptate de comisie.',
    'Cererile depuse în luna martie sunt acceptate de comisie.',
    'negation',
  ],
  [
    'ru',
    'Отпуск длится 28 дней и не переносится на следующий год.',
    'Отпуск длится 28 дней и переносится на следующий год.',
    'negation',
  ],
  [
    'el',
    'Οι αιτήσεις που υποβάλλονται τον Μάρτιο γίνονται δεκτές.',
    'Οι αιτήσεις που υποβάλλονται τον Μάρτιο δεν γίνονται δεκτές.',
    'negation',
  ],
  [
    'tr',
    'Mart ayında yapılan başvurular komisyon tarafından kabul edildi.',
    'Mart ayında yapılan başvurular komisyon tarafından kabul edilmedi.',
    'negation',
  ],
  [
    'ar',
    'يمكن ترحيل أيام الإجازة إلى السنة القادمة بموافقة المدير.',
    'لا يمكن ترحيل أيام الإجازة إلى السنة القادمة بموافقة المدير.',
    'negation',
  ],
  ['hi', 'छुट्टी के दिन अगले साल में नहीं जोड़े जा सकते हैं।', 'छुट्टी के दिन अगले साल में जोड़े जा सकते हैं।', 'negation'],
  ['th', 'พนักงานไม่สามารถยกยอดวันลาไปปีถัดไปได้', 'พนักงานสามารถยกยอดวันลาไปปีถัดไปได้', 'negation'],
  [
    'vi',
    'Nhân viên không được chuyển ngày nghỉ sang năm sau.',
    'Nhân viên được chuyển ngày nghỉ sang năm sau.',
    'negation',
  ],
  ['zh', '员工不可以把假期保留到下一年再使用。', '员工可以把假期保留到下一年再使用。', 'negation'],
];

/** Language, source, and a sentence that says the same. */
const SAME: readonly (readonly [string, string, string])[] = [
  ['en', 'The firm sold 1,234 units in 2019 for $5.', 'The firm sold 1234 units in 2019 for $5.'],
  ['de', 'Im Jahr 2019 verkaufte die Firma 1.234 Geräte.', 'Im Jahr 2019 verkaufte die Firma 1 234 Geräte.'],
  ['ar', 'باعت الشركة 1234 جهازاً في عام 2019.', 'باعت الشركة ١٢٣٤ جهازاً في عام ٢٠١٩.'],
  ['en', 'The firm sold 15 units in 2019 to the state.', 'The firm sold １５ units in 2019 to the state.'],
  [
    'en',
    'The rate rose by 5 percent in the year of the merger.',
    'The rate rose by 5 % in the year of the merger.',
  ],
  [
    'en',
    'In the year of the merger, which nobody expected, the rate rose by 5 %.',
    'The rate rose by 5 % in the year of the merger.',
  ],
  [
    'en',
    'The committee met five times, approved the plan, and adjourned.',
    'The committee met 5 times, approved the plan, and adjourned.',
  ],
  [
    'en',
    'Delete any models that you no longer need to free space.',
    '2. Delete any models that you no longer need to free space.',
  ],
  ['zh', '员工可以把15天假期保留到三月底，经理必须同意。', '经理必须同意，员工可以把15天假期保留到三月底。'],
];

describe('Verifying a sentence', () => {
  for (const [language, source, sentence, kind] of ALTERED) {
    it(`vetoes an altered near-quotation: ${kind} in ${language}, “${sentence}”`, () => {
      const { verdict, alarms } = verify(sentence, source, language);
      assert.equal(verdict, 'unsupported');
      assert.ok(
        alarms.some((alarm) => alarm.kind === kind && alarm.effect === 'veto'),
        JSON.stringify(alarms),
      );
    });
  }

  for (const [language, source, sentence] of SAME) {
    it(`is not alarmed by what says the same: “${sentence}”`, () => {
      assert.deepEqual(verify(sentence, source, language).alarms, []);
      assert.equal(verify(sentence, source, language).verdict, 'supported');
    });
  }

  it('flags another word in a near-quotation, a name of a script without capitals among them', () => {
    const english = verify(
      'After the final step the prevailing party can file a memorandum of costs.',
      'After the final step the winning party can file a memorandum of costs.',
    );
    assert.equal(english.verdict, 'partial');
    assert.deepEqual(
      english.alarms.map(({ kind, effect }) => [kind, effect]),
      [['word', 'flag']],
    );
    const chinese = verify(
      '芝加哥大学是这个州人口最多的城市的骄傲。',
      '杰克逊维尔是这个州人口最多的城市的骄傲。',
      'zh',
    );
    assert.equal(chinese.verdict, 'partial');
  });

  it('flags a name of the source in the place of another one, which may be a shorter way to say it', () => {
    const { verdict, alarms } = verify(
      'Maria Lund founded the shop in Bergen and sold it to her sister.',
      'Maria Lund founded the shop in Oslo and sold it to her sister. Her sister lived in Bergen.',
    );
    assert.equal(verdict, 'partial');
    assert.deepEqual(
      alarms.map(({ kind, effect }) => [kind, effect]),
      [['moved', 'flag']],
    );
  });

  it('flags a missing number in free prose, where it cannot veto', () => {
    const source =
      'The survey covered hospitals in every region of the country. Most of them reported shortages of nurses during the winter, and several closed wards for weeks.';
    const { verdict, alarms } = verify(
      'During the winter 40 hospitals of the country reported shortages of nurses and closed wards.',
      source,
    );
    assert.equal(verdict, 'partial');
    assert.deepEqual(
      alarms.map(({ kind, effect }) => [kind, effect]),
      [['number', 'flag']],
    );
  });

  it('does not take a text for a quotation whose number or negation was cut off', () => {
    assert.notEqual(
      verify('5 days of leave until March.', 'You have 15 days of leave until March.').verdict,
      'supported',
    );
    assert.notEqual(
      verify('all refunds are paid.', 'Experience shows that not all refunds are paid.').verdict,
      'supported',
    );
    assert.notEqual(verify('我们退还全部费用。', '不我们退还全部费用。', 'zh').verdict, 'supported');
    assert.equal(
      verify('all refunds are paid.', 'It is not late, and all refunds are paid.').verdict,
      'supported',
    );
  });

  it('supports every verbatim sentence of any text, without an alarm', () => {
    const word = fc.constantFrom(
      ...[
        'the',
        'Keller',
        'not',
        'nicht',
        '15',
        '1,234',
        '½',
        '%',
        '$5',
        'км',
        'не',
        '休假',
        '不',
        '๑๕',
        'ไม่',
      ],
      ...['وقال', '٢٠', 'नहीं', 'है।', "don't", 'x²', '(a)', '“b”', 'B52', '—', 'No.', 'end.', '。', '?', '\n'],
    );
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 40 }),
        fc.constantFrom('en', 'de', 'tr', 'ar', 'zh', 'th', null),
        (words, language) => {
          const text = words.join(' ');
          for (const { start, end } of splitSentences(text)) {
            const { verdict, alarms } = verify(text.slice(start, end), text, language);
            assert.deepEqual(alarms, []);
            // White space and marks alone are no quotation.
            assert.equal(verdict, 'supported');
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it('never throws, and keeps its score between 0 and 1', () => {
    const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 120 }), fc.lorem({ maxCount: 20 }));
    fc.assert(
      fc.property(text, text, fc.constantFrom('en', 'tr', 'zh', null), (sentence, source, language) => {
        const { score } = verify(sentence, source, language);
        assert.ok(score >= 0 && score <= 1);
      }),
      { numRuns: 200 },
    );
  });

  it('never throws on naughty strings', {
    skip: !existsSync(NAUGHTY) && 'the test data is not there',
  }, () => {
    const values = readFileSync(NAUGHTY, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => (JSON.parse(line) as { value: string }).value);
    const whole = values.join('\n');
    for (const value of values) {
      const { score } = verify(value, whole, null);
      assert.ok(score >= 0 && score <= 1, value);
      verify(whole, value, 'en');
    }
  });

  it('takes time linear in a hostile sentence', async () => {
    const source = 'a b '.repeat(2_000);
    const tookMs = await processorMs(() => verify(`${'b a '.repeat(2_000)}c`, source));
    assert.ok(tookMs < 2_000, `${tookMs} ms`);
  });
});
