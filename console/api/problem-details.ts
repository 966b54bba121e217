import { type Plain, t } from '../messages.ts';
import type { Problem } from './types.ts';

/** What a problem means to a user, who sends no requests, by code. */
export const DETAILS: Readonly<Record<string, Plain>> = {
  answer_not_found: 'Answers appear here after a second or two, and are stored for 90 days.',
  chunk_not_found: 'The document may have been replaced since it was cited. Ask again.',
  content_not_available: 'It is not read yet, or it was added before texts were stored.',
  document_not_found: 'It may have been deleted in the meantime.',
  model_busy: 'It accepts no more questions at the moment. Try again in a moment.',
  queue_full: 'Try again in a moment.',
  rate_limited: 'Try again in a moment.',
  request_in_progress: 'Wait a moment, then try again.',
  review_entry_not_found: 'It may have been deleted in the meantime.',
  shutting_down: 'Try again in a moment.',
  source_not_found: 'It may have been deleted in the meantime.',
  store_unavailable: 'Try again in a moment.',
  too_many_followers: 'Try again in a moment.',
};

const FIELDS: Readonly<Record<string, Plain>> = {
  answer: 'Answer',
  expires_at: 'Expiry',
  location: 'Location',
  name: 'Name',
  question: 'Question',
  tags: 'Tags',
  title: 'Title',
};

/** What a problem means, in the language of the page; undefined where only the server has words for it. */
export function detailOf({ code, errors = [] }: Problem): string | undefined {
  const detail = Object.hasOwn(DETAILS, code) ? t(DETAILS[code]!) : undefined;
  if (errors.length === 0) return detail;
  return errors.map(({ field, message }) => `${nameOf(field)}: ${message}`).join('; ');
}

/** Of a field of a request, as a form labels it. */
function nameOf(field: string): string {
  const name = FIELDS[field.split('.', 1)[0]!];
  return name ? t(name) : field;
}
