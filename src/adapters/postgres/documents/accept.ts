import type { Intake } from '../../../ports/document-intake.ts';
import type { DocumentRow } from '../../document-rows/document-row.ts';
import { firstFree, firstPlaced } from '../../document-rows/free-id.ts';
import { queuedRowOf } from '../../document-rows/queued-row.ts';
import type { Queries } from '../connection.ts';
import { areThere, replaceSources } from './answer-sources.ts';
import { type Change, lockDocument } from './change.ts';
import { replaceTags } from './descriptions.ts';
import { claimContent, type ReleasedOriginals } from './released-originals.ts';
import type { VersionRemoval } from './version-removal.ts';

/** Ids that others took between the search for a free one and its use. */
const LOST_IDS_MAX = 100;

/**
 * Writes a queued version of a document with its job, which replaces the former job. Throws when the document may not be
 * replaced, or what it rests on is missing.
 *
 * @returns Its row.
 */
export async function accept(
  change: Change,
  intake: Intake,
  parts: { removal: VersionRemoval; originals: ReleasedOriginals },
): Promise<DocumentRow> {
  const { kind, original, restsOn, now } = intake;
  if (restsOn && !(await areThere(change, restsOn.docIds))) throw restsOn.refuse;
  if (original) await claimContent(change, original.contentHash);
  const { row, tags, before } = await write(change, intake);
  if (before) {
    await parts.originals.lost(change, { docId: row.doc_id, now }, before.content_hash);
    await parts.removal.drop(change, row.sequence, { keep: row.live_version });
    await change.query('DELETE FROM jobs WHERE document = $1', [row.sequence]);
  }
  await replaceSources(change, row.sequence, restsOn?.docIds ?? []);
  await replaceTags(change, row.sequence, tags);
  // A reviewer waits for an approved answer, so it goes to the front of the queue.
  await change.query('INSERT INTO jobs (document, due_at) VALUES ($1, $2)', [
    row.sequence,
    kind === 'approved_answer' ? 0 : now,
  ]);
  change.changed(row.doc_id);
  return row;
}

/** Replaces the document of the intake's id, or inserts it where there is none. */
async function write(change: Change, intake: Intake) {
  for (let lost = 0; lost <= LOST_IDS_MAX; lost += 1) {
    const docId = await idOf(change, intake);
    const before = await lockDocument(change, docId);
    if (before && typeof intake.whenTaken === 'object') throw intake.whenTaken.refuse;
    if (before && !mayReplace(before, intake)) continue;
    const { tags, columns } = queuedRowOf(intake, docId, before);
    const row = before
      ? await update(change, columns, before.sequence)
      : await insert(change, columns, docId, intake);
    if (row) return { row, tags, before };
  }
  throw new Error(`Cannot accept ${intake.docId}: others took each of ${LOST_IDS_MAX} free ids`);
}

/** The id that may be replaced as it has the same content or URL under this name, or else a free one. */
async function idOf(change: Queries, { docId, whenTaken, source, original }: Intake): Promise<string> {
  if (whenTaken === 'always_rename') return freeId(change, docId);
  if (whenTaken !== 'rename') return docId;
  const same = await change.query<{ doc_id: string }>(
    'SELECT doc_id FROM documents WHERE content_hash = $1 OR url = $2',
    [original?.contentHash ?? null, source.kind === 'url' ? source.url : null],
  );
  const placed = firstPlaced(
    same.map((row) => row.doc_id),
    docId,
  );
  return placed ?? freeId(change, docId);
}

async function freeId(change: Queries, docId: string): Promise<string> {
  const search = firstFree(docId);
  let step = search.next();
  while (!step.done) {
    const taken = await change.query('SELECT 1 FROM documents WHERE doc_id = $1', [step.value]);
    step = search.next(taken.length > 0);
  }
  return step.value;
}

/** Others may have taken or changed the document since its id was found. */
function mayReplace(before: DocumentRow, { whenTaken, source, original }: Intake): boolean {
  if (whenTaken !== 'rename') return whenTaken === 'replace';
  const hasContent = original !== null && before.content_hash === original.contentHash;
  return hasContent || (source.kind === 'url' && before.url === source.url);
}

type Columns = ReturnType<typeof queuedRowOf>['columns'];

async function update(change: Queries, columns: Columns, sequence: number): Promise<DocumentRow | undefined> {
  const names = Object.keys(columns);
  const [row] = await change.query<DocumentRow>(
    `UPDATE documents SET ${names.map((name, i) => `${name} = $${i + 2}`).join(', ')},
       status = 'queued', stage = NULL, progress = 0, version = version + 1, added = 0, removed = 0, embedded = 0,
       attempts = 0, error_code = NULL, error_message = NULL, duplicate_of = NULL, is_forced = 0
     WHERE sequence = $1 RETURNING *`,
    [sequence, ...Object.values(columns)],
  );
  return row;
}

/** @returns Undefined when another process has inserted one of this id. */
async function insert(
  change: Queries,
  columns: Columns,
  docId: string,
  { restored, now }: Intake,
): Promise<DocumentRow | undefined> {
  const all = {
    ...columns,
    doc_id: docId,
    version: restored?.version ?? 1,
    created_at: restored?.createdAt ?? now,
  };
  const names = Object.keys(all);
  const [row] = await change.query<DocumentRow>(
    `INSERT INTO documents (${names.join(', ')}, status) VALUES (${names.map((_, i) => `$${i + 1}`).join(', ')}, 'queued')
     ON CONFLICT (doc_id) DO NOTHING RETURNING *`,
    Object.values(all),
  );
  if (!row) return undefined;
  // Only a statement of its own sees a deletion that the insert waited for.
  const [renewed] = await change.query<DocumentRow>(
    `UPDATE documents d SET version = GREATEST(d.version, x.version + 1)
     FROM deleted_documents x WHERE x.doc_id = d.doc_id AND d.sequence = $1 RETURNING d.*`,
    [row.sequence],
  );
  return renewed ?? row;
}
