import { type Message, ofServer } from '../messages.ts';
import type { Problem } from './types.ts';

/** What a problem means to a user, who sends no requests, by code. */
export const DETAILS: Readonly<Record<string, Message>> = {
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

/** What may be wrong with a field, as the server says it; the numbers of a message are in braces. */
export const FAULTS: readonly Message[] = [
  'is required',
  'must not be empty',
  'must have at most {a} characters, not {b}',
  'must have at most {a} items, not {b}',
  'must be at least {a}, not {b}',
  'must be at most {a}, not {b}',
  'must be in the future',
  'must have a letter or a digit',
  'must say something besides naming its sources',
  'must be the absolute path of a folder',
  'must be in a folder that the setting SOURCE_ROOTS names',
  'must be in a bucket that the setting SOURCE_ROOTS names',
  'must be s3://bucket/prefix: the setting SOURCE_ROOTS says where the bucket is',
  'must be an https URL, or the absolute path of a repository',
  'must be an https URL, as SSH is not supported: sign in with the setting GIT_CREDENTIALS, or add a clone on the server by its path',
  'must have a branch whose name git accepts',
  'The URL is not allowed: it cannot be read; give one such as https://example.com/handbook.pdf.',
  'The URL is not allowed: its host is not a public one; download the document yourself and upload it.',
];

type FieldError = NonNullable<Problem['errors']>[number];

const FIELDS: Readonly<Record<string, Message>> = {
  answer: 'Answer',
  expires_at: 'Expiry',
  location: 'Location',
  name: 'Name',
  question: 'Question',
  tags: 'Tags',
  title: 'Title',
};

/** What is wrong with a field; `lang` where it is not in the language of the page. */
export function faultOf({ field, message }: FieldError): { text: string; lang?: 'en' } {
  const name = FIELDS[field.split('.', 1)[0]!];
  const numbers: string[] = [];
  const fault = message.replaceAll(/\b\d+\b/g, (number) => `{${'ab'[numbers.push(number) - 1]}}`) as Message;
  const text = `${name ? ofServer(name) : field}: `;
  if (!FAULTS.includes(fault)) return { text: text + message, lang: 'en' };
  return { text: text + ofServer(fault, { a: numbers[0], b: numbers[1] }) };
}

/** In the language of the page; undefined where only the server has words for it. */
export function detailOf(code: string): string | undefined {
  const detail = Object.hasOwn(DETAILS, code) ? DETAILS[code] : undefined;
  return detail && ofServer(detail);
}
