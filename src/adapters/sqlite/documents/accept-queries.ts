import type { Intake } from '../../../ports/document-intake.ts';
import type { DocumentRow } from '../../document-rows/document-row.ts';
import { firstFree, firstPlaced } from '../../document-rows/free-id.ts';
import { queuedRowOf } from '../../document-rows/queued-row.ts';
import type { Connection } from '../connection.ts';
import { all, one } from '../database.ts';
import type { AnswerSources } from './answer-sources.ts';
import type { createDescriptionQueries } from './description-queries.ts';
import type { ReleasedOriginals } from './released-originals.ts';
import type { VersionRemoval } from './version-removal.ts';

type Tag = ReturnType<typeof createDescriptionQueries>['tag'];

/**
 * Writes a queued version of a document with its job, which replaces the former job. Throws, before it writes, when the
 * document may not be replaced, or what it rests on is missing.
 *
 * @returns Its row.
 */
export function createAccept(
  connection: Connection,
  parts: { removal: VersionRemoval; originals: ReleasedOriginals; answerSources: AnswerSources; tag: Tag },
): (intake: Intake) => DocumentRow {
  const { removal, originals, answerSources, tag } = parts;
  const select = connection.prepare('SELECT * FROM documents WHERE doc_id = ?');
  const exists = connection.prepare('SELECT 1 FROM documents WHERE doc_id = ?');
  const selectSame = connection.prepare('SELECT doc_id FROM documents WHERE content_hash = ? OR url = ?');
  const insert = connection.prepare(
    `INSERT INTO documents (
       kind, content_hash, media_type, bytes, given_title, title, folded, source_kind, filename, url, entry_id,
       tags, correlation_id, updated_at, doc_id, created_at, version, status, progress, chunks, added, removed, attempts
     ) VALUES (:kind, :content_hash, :media_type, :bytes, :given_title, :title, :folded, :source_kind, :filename, :url,
       :entry_id, :tags, :correlation_id, :updated_at, :doc_id, :created_at, :version, 'queued', 0, 0, 0, 0, 0)
     RETURNING *`,
  );
  const update = connection.prepare(
    `UPDATE documents SET
       kind = :kind, content_hash = :content_hash, media_type = :media_type, bytes = :bytes,
       given_title = :given_title, title = :title, folded = :folded, source_kind = :source_kind, filename = :filename,
       url = :url, entry_id = :entry_id, tags = :tags, correlation_id = :correlation_id, updated_at = :updated_at,
       status = 'queued', stage = NULL, progress = 0, version = version + 1, added = 0, removed = 0, embedded = 0,
       attempts = 0, error_code = NULL, error_message = NULL, duplicate_of = NULL,
       is_forced = 0
     WHERE sequence = :sequence RETURNING *`,
  );
  const deleteJob = connection.prepare('DELETE FROM jobs WHERE document = ?');
  const insertJob = connection.prepare('INSERT INTO jobs (document, due_at) VALUES (?, ?)');

  function freeId(docId: string): string {
    const search = firstFree(docId);
    let step = search.next();
    while (!step.done) step = search.next(exists.get(step.value) !== undefined);
    return step.value;
  }

  /** The id that may be replaced as it has the same content or URL under this name, or else the first free one. */
  function idOf(intake: Intake): string {
    const { docId, whenTaken, source, original } = intake;
    if (whenTaken === 'always_rename') return freeId(docId);
    if (whenTaken !== 'rename') return docId;
    const url = source.kind === 'url' ? source.url : null;
    const same = all<{ doc_id: string }>(selectSame, original?.contentHash ?? null, url);
    const placed = firstPlaced(
      same.map((row) => row.doc_id),
      docId,
    );
    return placed ?? freeId(docId);
  }

  return (intake) => {
    const { kind, whenTaken, restsOn, now } = intake;
    const { restored = { version: 1, createdAt: now } } = intake;
    if (restsOn && !answerSources.areThere(restsOn.docIds)) throw restsOn.refuse;
    const docId = idOf(intake);
    const existing = one<DocumentRow>(select, docId);
    if (existing && typeof whenTaken === 'object') throw whenTaken.refuse;
    const { tags, columns } = queuedRowOf(intake, docId, existing);
    const written = existing
      ? update.get({ ...columns, sequence: existing.sequence })
      : insert.get({
          ...columns,
          ...{ doc_id: docId, created_at: restored.createdAt, version: restored.version },
        });
    const row = written as unknown as DocumentRow;
    if (existing) {
      originals.lost({ docId, now }, existing.content_hash);
      removal.drop(row.sequence, { keep: row.live_version });
      deleteJob.run(row.sequence);
    }
    answerSources.replace(row.sequence, restsOn?.docIds ?? []);
    tag(row.sequence, tags);
    // A reviewer waits for an approved answer, so it goes to the front of the queue.
    insertJob.run(row.sequence, kind === 'approved_answer' ? 0 : now);
    return row;
  };
}
