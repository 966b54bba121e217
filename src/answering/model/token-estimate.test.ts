import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimateTokens } from './token-estimate.ts';

/** As the package gpt-tokenizer 4 counts them for o200k_base and cl100k_base, whichever has more. */
const COUNTED: readonly (readonly [string, number])[] = [
  ['Every employee gets 30 days of paid leave a year. Unused leave days expire in March.', 20],
  ['Jeder Beschäftigte erhält 30 Tage bezahlten Urlaub im Jahr.', 18],
  ['Каждый сотрудник получает 30 дней оплачиваемого отпуска в год.', 29],
  ['每位员工每年享有三十天带薪假期。', 20],
  ['すべての従業員は年に30日の有給休暇を取得できます。', 31],
  ['كل موظف يحصل على ثلاثين يوما من الإجازة المدفوعة', 36],
  ['प्रत्येक कर्मचारी को तीस दिन की छुट्टी मिलती है', 44],
  ['พนักงานทุกคนได้รับวันลาพักร้อนสามสิบวันต่อปี', 39],
  ['Κάθε εργαζόμενος δικαιούται 30 ημέρες άδειας τον χρόνο.', 52],
  ['모든 직원은 매년 30일의 유급 휴가를 받습니다.', 27],
  ['Mỗi nhân viên được nghỉ phép 30 ngày có lương mỗi năm.', 24],
  ['| Year | Title | UK |\n| 2004 | "Kim Wilde" | 31 |', 20],
  [`curl -X POST http://localhost:8000/api/v1/chat -d '{"question":"x"}'`, 22],
  ['4281-7730-19 8841.22 0x7f3a9c', 21],
];

test('a text never has fewer tokens than the tokenizers of language models make of it', () => {
  for (const [text, tokens] of COUNTED) {
    const estimate = estimateTokens(text);
    assert.ok(estimate >= tokens, `${estimate} for ${tokens}: ${text}`);
    assert.ok(estimate <= 2.5 * tokens, `${estimate} for ${tokens}: ${text}`);
  }
  assert.equal(estimateTokens(''), 0);
});
