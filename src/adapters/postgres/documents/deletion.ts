import type { AnswerLink } from '../../../ports/document-intake.ts';
import type { RemovedDocument } from '../../../ports/document-store.ts';
import { addSources, answersRestingOn } from './answer-sources.ts';
import { type Change, lockDocument } from './change.ts';
import { requeueDuplicatesOf } from './duplicates.ts';
import type { ReleasedOriginals } from './released-originals.ts';
import type { VersionRemoval } from './version-removal.ts';

interface Parts {
  readonly removal: VersionRemoval;
  readonly originals: ReleasedOriginals;
}

/** Deletes a document, and the approved answers that rest on it, and on those. */
export async function deleteDocument(
  change: Change,
  docId: string,
  now: number,
  parts: Parts,
): Promise<RemovedDocument[]> {
  const doomed = new Set([docId]);
  const removed: RemovedDocument[] = [];
  // The loop reaches what is added meanwhile. An answer can only come to rest on what is not locked yet.
  for (const each of doomed) {
    const found = await lockDocument(change, each, 'update');
    for (const answer of await answersRestingOn(change, each)) doomed.add(answer);
    if (!found) continue;
    const { sequence, version } = found;
    await parts.removal.drop(change, sequence, { keep: null });
    for (const sql of DELETES) await change.query(sql, [sequence]);
    await change.query(
      `INSERT INTO deleted_documents (doc_id, version, deleted_at) VALUES ($1, $2, $3)
       ON CONFLICT (doc_id) DO UPDATE SET
         version = GREATEST(deleted_documents.version, excluded.version), deleted_at = excluded.deleted_at`,
      [each, version, now],
    );
    await requeueDuplicatesOf(change, each, now);
    await parts.originals.lost(change, { docId: each, now }, found.content_hash, found.live_hash);
    change.changed(each);
    removed.push({ docId: each, version });
  }
  return removed;
}

/** Adds to what answers rest on, and deletes those of which a source is gone. */
export async function linkAnswers(
  change: Change,
  links: readonly AnswerLink[],
  now: number,
  parts: Parts,
): Promise<RemovedDocument[]> {
  const sources = [...new Set(links.flatMap(({ restsOn }) => restsOn))];
  const there = await change.query<{ doc_id: string }>(
    'SELECT doc_id FROM documents WHERE doc_id = ANY($1::text[]) ORDER BY sequence FOR KEY SHARE',
    [sources],
  );
  const found = new Set(there.map((row) => row.doc_id));
  const lost = new Set<string>();
  for (const { docId, restsOn } of links) {
    const answer = await lockDocument(change, docId);
    if (answer?.kind !== 'approved_answer') continue;
    await addSources(change, answer.sequence, restsOn);
    for (const source of restsOn) if (!found.has(source)) lost.add(source);
  }
  const removed: RemovedDocument[] = [];
  for (const docId of lost) removed.push(...(await deleteDocument(change, docId, now, parts)));
  return removed;
}

const DELETES = [
  'DELETE FROM documents WHERE sequence = $1',
  'DELETE FROM document_tags WHERE document = $1',
  'DELETE FROM jobs WHERE document = $1',
  'DELETE FROM answer_sources WHERE answer = $1',
];
