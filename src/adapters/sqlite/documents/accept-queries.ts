import type { Intake } from '../../../ports/document-intake.ts';
import type { Connection } from '../connection.ts';
import { all, one } from '../database.ts';
import type { AnswerSources } from './answer-sources.ts';
import type { createDescriptionQueries } from './description-queries.ts';
import { type DocumentRow, foldCase } from './document-row.ts';
import type { ReleasedOriginals } from './released-originals.ts';
import type { VersionRemoval } from './version-removal.ts';

const DOC_ID_LENGTH_MAX = 128;

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
     ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'queued', 0, 0, 0, 0, 0) RETURNING *`,
  );
  const update = connection.prepare(
    `UPDATE documents SET
       kind = ?, content_hash = ?, media_type = ?, bytes = ?, given_title = ?, title = ?, folded = ?,
       source_kind = ?, filename = ?, url = ?, entry_id = ?, tags = ?, correlation_id = ?, updated_at = ?,
       status = 'queued', stage = NULL, progress = 0, version = version + 1, added = 0, removed = 0, embedded = 0,
       attempts = 0, error_code = NULL, error_message = NULL, duplicate_of = NULL,
       is_forced = 0
     WHERE sequence = ? RETURNING *`,
  );
  const deleteJob = connection.prepare('DELETE FROM jobs WHERE document = ?');
  const insertJob = connection.prepare('INSERT INTO jobs (document, due_at) VALUES (?, ?)');

  const isTaken = (docId: string) => exists.get(docId) !== undefined;

  /** The id that may be replaced as it has the same content or URL under this name, or else the first free one. */
  function idOf(intake: Intake): string {
    const { docId, whenTaken, source, original } = intake;
    if (whenTaken === 'always_rename') return firstFree(docId, isTaken);
    if (whenTaken !== 'rename') return docId;
    const url = source.kind === 'url' ? source.url : null;
    const same = all<{ doc_id: string }>(selectSame, original?.contentHash ?? null, url)
      .map((row) => ({ docId: row.doc_id, place: placeOf(row.doc_id, docId) }))
      .filter(({ place }) => place !== undefined)
      .sort((a, b) => a.place! - b.place!);
    return same[0]?.docId ?? firstFree(docId, isTaken);
  }

  return (intake) => {
    const { kind, whenTaken, source, original, restsOn, now } = intake;
    const { restored = { version: 1, createdAt: now } } = intake;
    if (restsOn && !answerSources.areThere(restsOn.docIds)) throw restsOn.refuse;
    const docId = idOf(intake);
    const existing = one<DocumentRow>(select, docId);
    if (existing && typeof whenTaken === 'object') throw whenTaken.refuse;
    // While the previous version answers, its title stays until the new one brings its own.
    const kept = existing?.live_version != null ? existing.title : null;
    const title = kept ?? intake.title ?? source.filename ?? (source.kind === 'url' ? source.url : docId);
    const tags = [...new Set(intake.tags)];
    const values = [
      ...[kind, original?.contentHash ?? null, original?.mediaType ?? null, original?.bytes ?? null],
      ...[intake.title, title, foldCase(`${title}\n${docId}`)],
      ...[source.kind, source.filename ?? null, source.kind === 'url' ? source.url : null],
      source.kind === 'review' ? source.entryId : null,
      ...[JSON.stringify(tags), intake.correlationId, now],
    ];
    const row = existing
      ? one<DocumentRow>(update, ...values, existing.sequence)!
      : one<DocumentRow>(insert, ...values, docId, restored.createdAt, restored.version)!;
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

/** `docId` for place 1, else with the suffix `-<place>`, shortened to remain an id. */
function idAt(docId: string, place: number): string {
  if (place === 1) return docId;
  const suffix = `-${place}`;
  return docId.slice(0, DOC_ID_LENGTH_MAX - suffix.length) + suffix;
}

/** The place for which `idAt` gives `candidate`; undefined when there is none. */
function placeOf(candidate: string, docId: string): number | undefined {
  if (candidate === docId) return 1;
  const place = Number(/-([1-9]\d{0,8})$/.exec(candidate)?.[1]);
  return place > 1 && idAt(docId, place) === candidate ? place : undefined;
}

/**
 * A free id whose predecessor is taken: doubles the place until one is free, then bisects. With thousands of files of
 * one name that is a dozen lookups; where ids were deleted in between, the result may be a later one than the first.
 */
function firstFree(docId: string, isTaken: (id: string) => boolean): string {
  if (!isTaken(docId)) return docId;
  let taken = 1;
  let free = 2;
  while (isTaken(idAt(docId, free))) {
    taken = free;
    free *= 2;
  }
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2);
    if (isTaken(idAt(docId, middle))) taken = middle;
    else free = middle;
  }
  return idAt(docId, free);
}
