import type { DocumentStatus } from '../../api/types.ts';
import { t } from '../../messages.ts';

export const STATUS_WORDS: Readonly<Record<DocumentStatus['status'], string>> = {
  done: t('Ready'),
  processing: t('Being read'),
  queued: t('Waiting'),
  failed: t('Failed'),
  skipped: t('Already added'),
};

const STAGE_WORDS: Readonly<Record<NonNullable<DocumentStatus['stage']>, string>> = {
  downloading: t('Downloading'),
  parsing: t('Reading'),
  chunking: t('Dividing into passages'),
  embedding: t('Embedding'),
  indexing: t('Making searchable'),
};

/** A document's state in a word or two. */
export function stateOf({ doc_id, status, stage, duplicate_of }: DocumentStatus): string {
  if (status === 'processing') return stage === null ? t('Beginning') : STAGE_WORDS[stage];
  // An unchanged document answers as before.
  if (status === 'skipped') return duplicate_of === doc_id ? t('Unchanged') : t('Duplicate');
  return STATUS_WORDS[status];
}

const KINDS: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'text/html': 'HTML',
  'application/xhtml+xml': 'HTML',
  'text/markdown': 'Markdown',
  'text/mdx': 'MDX',
  'text/asciidoc': 'AsciiDoc',
  'text/org': 'Org',
  'text/x-rst': 'RST',
  'text/plain': t('Text'),
  'text/csv': 'CSV',
  'text/tab-separated-values': 'TSV',
  'application/json': 'JSON',
  'application/jsonl': 'JSON Lines',
  'application/x-ndjson': 'JSON Lines',
  'message/rfc822': t('E-mail'),
  'application/rtf': 'RTF',
  'application/epub+zip': 'EPUB',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'PowerPoint',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel',
  'application/vnd.oasis.opendocument.text': 'ODT',
  'application/vnd.oasis.opendocument.spreadsheet': 'ODS',
  'application/vnd.oasis.opendocument.presentation': 'ODP',
};

export function kindOf(mediaType: string | null): string | null {
  return mediaType === null ? null : (KINDS[mediaType] ?? mediaType);
}
