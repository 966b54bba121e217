import type { DocumentStatus } from '../../api/types.ts';

export const STATUS_WORDS: Readonly<Record<DocumentStatus['status'], string>> = {
  done: 'Ready',
  processing: 'Being read',
  queued: 'Waiting',
  failed: 'Failed',
  skipped: 'Already added',
};

const STAGE_WORDS: Readonly<Record<NonNullable<DocumentStatus['stage']>, string>> = {
  downloading: 'Downloading',
  parsing: 'Reading',
  chunking: 'Dividing into passages',
  embedding: 'Embedding',
  indexing: 'Making searchable',
};

/** A document's state in a word or two. */
export function stateOf({ doc_id, status, stage, duplicate_of }: DocumentStatus): string {
  if (status === 'processing') return stage === null ? 'Beginning' : STAGE_WORDS[stage];
  // An unchanged document answers as before.
  if (status === 'skipped') return duplicate_of === doc_id ? 'Unchanged' : 'Duplicate';
  return STATUS_WORDS[status];
}

const KINDS: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'text/html': 'HTML',
  'application/xhtml+xml': 'HTML',
  'text/markdown': 'Markdown',
  'text/plain': 'Text',
  'text/csv': 'CSV',
  'text/tab-separated-values': 'TSV',
  'application/json': 'JSON',
  'application/jsonl': 'JSON Lines',
  'application/x-ndjson': 'JSON Lines',
  'message/rfc822': 'E-mail',
  'application/rtf': 'RTF',
  'application/epub+zip': 'EPUB',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'PowerPoint',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel',
  'application/vnd.oasis.opendocument.text': 'OpenDocument',
  'application/vnd.oasis.opendocument.spreadsheet': 'OpenDocument',
  'application/vnd.oasis.opendocument.presentation': 'OpenDocument',
};

export function kindOf(mediaType: string | null): string | null {
  return mediaType === null ? null : (KINDS[mediaType] ?? mediaType);
}

/** The date, and the time when it is today. */
export function timeInWords(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  const isToday = time.toDateString() === new Date().toDateString();
  return isToday
    ? `today, ${time.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })}`
    : time.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
}
