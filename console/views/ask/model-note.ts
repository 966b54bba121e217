import type { AnswerMeta } from '../../api/types.ts';

/** Says that a reply is none of the language model's, as it failed; null for all others. */
export function fallbackNote({ fallback, refused }: Pick<AnswerMeta, 'fallback' | 'refused'>): string | null {
  if (!fallback) return null;
  const note = 'The language model was not available.';
  return refused ? note : `${note} These are quotations from the documents.`;
}
