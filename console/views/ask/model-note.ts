import type { AnswerMeta } from '../../api/types.ts';
import { t } from '../../messages.ts';

/** Says that the language model failed, or was cut off at its length limit; null for all other replies. */
export function modelNote(meta: Pick<AnswerMeta, 'fallback' | 'refused' | 'truncated'>): string | null {
  const { fallback, refused, truncated } = meta;
  if (truncated)
    return t('The language model reached its length limit, so the end of the answer is missing.');
  if (!fallback) return null;
  return refused
    ? t('The language model was not available.')
    : t('The language model was not available. These are quotations from the documents.');
}
