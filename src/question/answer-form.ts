/** A form that an answer must have, more specific than its kind: a number without a currency is not a price. */
export type AnswerForm = 'percentage' | 'money' | 'duration' | 'frequency' | 'year' | 'name';

/** The form that a question asks for, in any of the languages below; null when it asks for none. */
export function askedForm(question: string): AnswerForm | null {
  const text = question.normalize('NFKC').toLowerCase();
  for (const [form, expression] of ASKED) if (expression.test(text)) return form;
  return null;
}

/** Words and signs of a percentage, in questions and answers. */
export const PERCENTAGE =
  '[%٪％]|percent|per cent|prozent|porcentaje|por ciento|pourcent|procent|процент|yüzde|ποσοστ|τοις εκατό|النسبة المئوية|بالمئة|بالمائة|प्रतिशत|phần trăm|ร้อยละ|เปอร์เซ็นต์|百分';
const YEAR =
  '(?:what|which|welche[mns]?) (?:year|jahr)|(?:qué|que) año|în ce an|(?:ce|care) an(?![\\p{L}])|как(?:ом|ой) году?|ποι(?:ο|α|ον) (?:έτος|χρονιά|χρόνο)|hangi yıl|kaç yılında|(?:أي|اي) (?:عام|سنة)|किस (?:वर्ष|साल|सन)|năm nào|quelle année|(?:che|quale) anno|(?:que|qual) ano|welk jaar|którym roku';

const FREQUENCY = 'how (?:often|frequently|regularly)|wie (?:oft|häufig|regelmäßig)|(?:à )?quelle fréquence';

const ASKED: readonly (readonly [AnswerForm, RegExp])[] = [
  ['percentage', new RegExp(PERCENTAGE, 'u')],
  ['year', new RegExp(`(?<![\\p{L}])(?:${YEAR})|ปี(?:ใด|ไหน|อะไร)|哪一?年|何年`, 'u')],
  ['frequency', new RegExp(`(?<![\\p{L}])(?:${FREQUENCY})`, 'u')],
  // "How long is" may be answered in metres.
  ['duration', /\bhow (?:old|long (?!is\b|are\b))/u],
  [
    'money',
    /\bhow much (?:money|did|does|do|was|is|were)\b|\bhow (?:much|many)\b.*\b(?:costs?|price|worth|paid|pay|salary|revenue|fund\w*|dollars?|donat\w*|budget)\b|\bwhat\b.*\b(?:costs?|price|salary|revenue|budget)\b/u,
  ],
  ['name', /\b(?:called|named|names?|term|titled?|known as|nicknamed?|word)\b/u],
];
