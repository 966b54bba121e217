import type { AnswerMeta } from '../../api/types.ts';

/** Says that the language model failed, or was cut off at its length limit; null for all other replies. */
export function modelNote({
  fallback,
  refused,
  truncated,
}: Pick<AnswerMeta, 'fallback' | 'refused' | 'truncated'>): string | null {
  if (truncated) return 'The language model reached its length limit, so the end of the answer is missing.';
  if (!fallback) return null;
  const note = 'The language model was not available.';
  return refused ? note : `${note} These are quotations from the documents.`;
}
