import type { Intake } from '../../ports/document-intake.ts';
import { type DocumentRow, foldCase } from './document-row.ts';

/**
 * What an intake writes to the row of its document, new or not.
 *
 * @param existing The row before; undefined for a new document.
 */
export function queuedRowOf(
  intake: Intake,
  docId: string,
  existing: Pick<DocumentRow, 'title' | 'live_version'> | undefined,
) {
  const { kind, source, original } = intake;
  // While the previous version answers, its title stays until the new one brings its own.
  const kept = existing?.live_version != null ? existing.title : null;
  const title = kept ?? intake.title ?? source.filename ?? (source.kind === 'url' ? source.url : docId);
  const tags = [...new Set(intake.tags)];
  return {
    tags,
    columns: {
      kind,
      content_hash: original?.contentHash ?? null,
      media_type: original?.mediaType ?? null,
      bytes: original?.bytes ?? null,
      given_title: intake.title,
      title,
      folded: foldCase(`${title}\n${docId}`),
      source_kind: source.kind,
      filename: source.filename ?? null,
      url: source.kind === 'url' ? source.url : null,
      entry_id: source.kind === 'review' ? source.entryId : null,
      tags: JSON.stringify(tags),
      correlation_id: intake.correlationId,
      updated_at: intake.now,
    },
  };
}
