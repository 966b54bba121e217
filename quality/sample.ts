import { createHash } from 'node:crypto';

/** At most `limit` questions, the same at every run in any order: those with the lowest MD5 of their id. */
export function sample<Question extends { readonly id: string }>(
  questions: readonly Question[],
  limit: number,
): readonly Question[] {
  if (questions.length <= limit) return questions;
  const byDigest = questions.map((question) => ({
    question,
    digest: createHash('md5').update(question.id).digest('hex'),
  }));
  byDigest.sort((a, b) => (a.digest < b.digest ? -1 : 1));
  return byDigest.slice(0, limit).map(({ question }) => question);
}
