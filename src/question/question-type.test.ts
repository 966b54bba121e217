import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { questionType } from './question-type.ts';

describe('The type of a question', () => {
  const cases: readonly [string, string][] = [
    ['When did the 1973 oil crisis begin?', 'time'],
    ['In what year was the treaty signed?', 'time'],
    ['Wann wurde die Firma gegründet?', 'time'],
    ['¿Cuándo empezó la crisis?', 'time'],
    ['Quand expire la garantie ?', 'time'],
    ['Когда началась война?', 'time'],
    ['Πότε ξεκίνησε;', 'time'],
    ['Savaş ne zaman başladı?', 'time'],
    ['متى بدأت الحرب؟', 'time'],
    ['युद्ध कब शुरू हुआ?', 'time'],
    ['สงครามเริ่มเมื่อใด', 'time'],
    ['Chiến tranh bắt đầu khi nào?', 'time'],
    ['战争什么时候开始的？', 'time'],
    ['How many days of leave do I get?', 'number'],
    ['What is the maximum upload size?', 'number'],
    ['What was the net income of 2023?', 'number'],
    ['What were Acme’s total net sales in 2019?', 'number'],
    ['What is the annual fee for a membership?', 'number'],
    ['What is the pricing policy for taxes?', 'other'],
    ['Wie lang ist die Frist?', 'number'],
    ['What is revenue?', 'other'],
    ['¿Cuál es la población de Madrid?', 'number'],
    ['Ποιος είναι ο πληθυσμός της Αθήνας;', 'number'],
    ['Какова была выручка компании?', 'number'],
    ['Quel était le chiffre d’affaires ?', 'number'],
    ['Wie viele Tage Urlaub habe ich?', 'number'],
    ['Сколько дней отпуска?', 'number'],
    ['有多少人？', 'number'],
    ['Who approves refunds?', 'person'],
    ['Wer genehmigt Erstattungen?', 'person'],
    ['谁批准退款？', 'person'],
    ['Where is the office?', 'place'],
    ['¿Dónde está la oficina?', 'place'],
    ['Why was the order cancelled?', 'reason'],
    ['Pourquoi la commande a-t-elle été annulée ?', 'reason'],
    ['Which plan includes support?', 'other'],
    ['', 'other'],
  ];
  for (const [question, type] of cases) {
    it(`is ${type} for “${question}”`, () => assert.equal(questionType(question), type));
  }

  it('does not take the “when” of a clause for a question about time', () => {
    assert.equal(questionType('What happens when a payment fails?'), 'other');
  });
});
