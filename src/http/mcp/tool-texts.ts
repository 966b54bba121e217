import type { z } from 'zod';
import type { SearchReply } from '../routes/search.ts';
import type { ChatAnswer } from '../schemas/chat.ts';
import type { DocumentList } from '../schemas/ingest.ts';

/** Replies in words, for clients that read no structured content. */

export function answerText({ answer, sources, related, meta }: ChatAnswer): string {
  const cited = sources.map(({ n, ...source }) => `[${n}] ${placeOf(source)}`);
  const nearby =
    sources.length > 0 ? [] : related.map((source) => `- ${placeOf(source)}\n  ${source.snippet}`);
  return [
    answer,
    ...(cited.length > 0 ? ['Sources:', ...cited] : []),
    ...(nearby.length > 0 ? ['Possibly related:', ...nearby] : []),
    `correlation_id: ${meta.correlation_id}`,
    ...(meta.review_entry_id === null ? [] : [`Waits for review as ${meta.review_entry_id}.`]),
  ].join('\n');
}

export function passagesText({ passages }: z.output<typeof SearchReply>): string {
  if (passages.length === 0) return 'No passage was found.';
  return passages
    .map((passage, i) => `${i + 1}. ${placeOf(passage)}, score ${passage.score.toFixed(2)}\n${passage.text}`)
    .join('\n\n');
}

export function documentsText({ docs, next_cursor, total }: DocumentList): string {
  const lines = docs.map(({ doc_id, title, status }) => `${doc_id}: ${title} (${status})`);
  const more = next_cursor === null ? [] : [`More with cursor ${next_cursor}.`];
  return [total === 1 ? '1 document.' : `${total} documents.`, ...lines, ...more].join('\n');
}

function placeOf(source: { label: string; doc_id: string; chunk_id: string; url: string | null }): string {
  const { label, doc_id, chunk_id, url } = source;
  return `${label} (doc_id ${doc_id}, chunk_id ${chunk_id}${url === null ? '' : `, ${url}`})`;
}
