import { type Plain, t } from '../messages.ts';
import type { Problem } from './types.ts';

/** What a problem means to a user, who sends no requests, by code. */
export const DETAILS: Readonly<Record<string, Plain>> = {
  answer_not_found: 'Answers appear here after a second or two, and are stored for 90 days.',
  body_too_large: 'Send less at once.',
  chunk_not_found: 'The document may have been replaced since it was cited. Ask again.',
  content_not_available: 'It is not read yet, or it was added before texts were stored.',
  deadline_exceeded: 'The request took too long and was cancelled. Try again later.',
  decision_underway: 'The decision is stored and is carried out automatically. Do not send it again.',
  disk_full: 'Try again when the person who runs Docent has freed space.',
  document_not_found: 'It may have been deleted in the meantime.',
  file_too_large: 'Split it, or ask the person who runs Docent to raise MAX_FILE_SIZE_MB.',
  ingest_not_failed: 'Only documents that failed or were skipped can be read again.',
  internal_error: 'The server’s log has the details under the correlation id.',
  key_not_permitted: 'It needs a key with another scope. Ask the person who runs Docent.',
  model_busy: 'It accepts no more questions at the moment. Try again in a moment.',
  model_failed:
    'Its provider gave no usable answer. Try again. If it keeps failing, the server’s log says why.',
  no_embedding_model:
    'The built-in model is learned from the documents: add some first. If EMBEDDING_PROVIDER is set, its model has embedded no document yet, or cannot be reached.',
  nothing_to_confirm: 'Its last run deleted what it had to, or was confirmed already. Nothing was changed.',
  queue_full: 'Try again in a moment.',
  quota_exceeded: 'Ask the person who runs Docent for another key, or try again tomorrow.',
  rate_limited: 'Try again in a moment.',
  request_in_progress: 'Wait a moment, then try again.',
  request_timeout: 'The rest of the request did not arrive in time. Try again over a faster connection.',
  review_already_decided: 'Somebody has decided it in the meantime. Nothing was changed.',
  review_entry_not_found: 'It may have been deleted in the meantime.',
  review_not_decided: 'There is no decision to undo. Nothing was changed.',
  shared_conversation_not_found:
    'The link is wrong, or the copy has expired or was deleted. Ask the person who shared it for a new link.',
  sharing_disabled: 'The person who runs Docent can turn it on with SHARED_CONVERSATION_DAYS.',
  shutting_down: 'Try again in a moment.',
  source_exists: 'Choose another name, or delete that source first.',
  source_not_found: 'It may have been deleted in the meantime.',
  store_unavailable: 'Try again in a moment.',
  too_many_followers: 'Try again in a moment.',
  too_many_sources: 'Delete one first.',
  trace_not_found:
    'What was recorded of an answer is stored for a day, until the server stops. Ask the question again.',
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
