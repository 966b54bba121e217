/**
 * Whether `text` quotes one of the gold answers, both in SQuAD's normal form: lower case, no punctuation, no English
 * articles, single spaces. In languages written without spaces the form keeps their characters as they are.
 */
export function holdsGoldAnswer(text: string, answers: readonly string[]): boolean {
  const normal = squadNormalised(text);
  return answers.some((answer) => {
    const gold = squadNormalised(answer);
    return gold !== '' && normal.includes(gold);
  });
}

/** @see Rajpurkar et al., "SQuAD: 100,000+ Questions for Machine Comprehension of Text", EMNLP 2016, its script. */
export function squadNormalised(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{P}\p{S}]/gu, '')
    .replace(/\b(a|an|the)\b/g, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
}
