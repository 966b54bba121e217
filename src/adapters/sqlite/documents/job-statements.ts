import type { Connection } from '../connection.ts';

/** What `job-queries.ts` runs. */
export function prepareJobStatements(connection: Connection) {
  return {
    // Leaves out versions of which an earlier attempt is still being removed.
    selectDue: connection.prepare(
      `SELECT job_id, document, version, live_version FROM jobs JOIN documents ON sequence = document
       WHERE due_at <= ? AND (document, version) NOT IN dropped_versions ORDER BY due_at, job_id LIMIT 1`,
    ),
    lease: connection.prepare('UPDATE jobs SET lease_token = ?, due_at = ? WHERE job_id = ?'),
    release: connection.prepare('UPDATE jobs SET lease_token = NULL, due_at = ? WHERE job_id = ?'),
    end: connection.prepare('DELETE FROM jobs WHERE job_id = ?'),
    selectLeased: connection.prepare(
      `SELECT d.* FROM jobs j JOIN documents d ON d.sequence = j.document WHERE j.job_id = ? AND j.lease_token = ?`,
    ),
    selectEnded: connection.prepare(
      `SELECT j.job_id, d.sequence, d.live_version FROM jobs j JOIN documents d ON d.sequence = j.document
       WHERE j.due_at <= ? AND j.lease_token IS NOT NULL`,
    ),
    // A time after now, at which it was told to wait, can only be that of a clock which was set back since.
    setDue: connection.prepare(
      `UPDATE jobs SET due_at = ?1 WHERE due_at > ?1 AND lease_token IS NULL
         AND (SELECT updated_at FROM documents WHERE sequence = document) > ?1`,
    ),
    endAllLeases: connection.prepare('UPDATE jobs SET due_at = 0 WHERE lease_token IS NOT NULL'),
    selectNextDue: connection.prepare('SELECT MIN(due_at) AS due_at FROM jobs'),
    count: connection.prepare(
      `SELECT (SELECT COUNT(*) FROM jobs) - (
         SELECT COUNT(*) FROM documents CROSS JOIN jobs ON document = sequence WHERE is_forced = 1
       ) AS jobs`,
    ),
    begin: connection.prepare(
      `UPDATE documents SET
         status = 'processing', progress = 0, attempts = attempts + 1, error_code = NULL, error_message = NULL,
         stage = CASE WHEN content_hash IS NULL THEN 'downloading' ELSE 'parsing' END, updated_at = ?
       WHERE sequence = ? RETURNING *`,
    ),
    progress: connection.prepare(
      'UPDATE documents SET stage = ?, progress = ?, updated_at = ? WHERE sequence = ?',
    ),
    setOriginal: connection.prepare(
      'UPDATE documents SET content_hash = ?, bytes = ?, media_type = ? WHERE sequence = ?',
    ),
    setPublished: connection.prepare(
      `UPDATE documents SET
         status = 'done', stage = NULL, progress = 1, live_version = version, live_hash = content_hash,
         live_media_type = media_type, live_filename = filename, title = ?, folded = ?, language = ?, pages = ?,
         chunks = ?, added = ?, removed = ?, embedded = ?, analysis = ?, updated_at = ?
       WHERE sequence = ? RETURNING *`,
    ),
    setSkipped: connection.prepare(
      `UPDATE documents SET status = 'skipped', stage = NULL, progress = 1, duplicate_of = ?, updated_at = ?
       WHERE sequence = ?`,
    ),
    setFailed: connection.prepare(
      `UPDATE documents SET status = 'failed', stage = NULL, error_code = ?, error_message = ?, updated_at = ?
       WHERE sequence = ?`,
    ),
    setQueued: connection.prepare(
      `UPDATE documents SET
         status = 'queued', stage = NULL, progress = 0, error_code = ?, error_message = ?, updated_at = ?
       WHERE sequence = ?`,
    ),
    uncount: connection.prepare('UPDATE documents SET attempts = attempts - 1 WHERE sequence = ?'),
    answersFrom: connection.prepare('SELECT 1 FROM documents WHERE doc_id = ? AND live_hash = ?'),
  };
}
