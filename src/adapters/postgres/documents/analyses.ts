import type { AnalysedDocuments } from '../../../ports/analysed-documents.ts';
import { encodeCounts, encodeTerms } from '../../document-rows/chunk-codec.ts';
import type { Connection } from '../connection.ts';
import { type Change, lockDocument } from './change.ts';

/** Which analysis made the terms of live versions, and how they get other ones. */

export async function countOtherAnalyses(connection: Connection, analysis: number): Promise<number> {
  // Two ranges of the index: an inequality would read all of it.
  const [row] = await connection.query<{ documents: number }>(
    `SELECT (SELECT count(*) FROM documents WHERE live_version IS NOT NULL AND analysis < $1)
          + (SELECT count(*) FROM documents WHERE live_version IS NOT NULL AND analysis > $1) AS documents`,
    [analysis],
  );
  return row!.documents;
}

export async function otherAnalyses(
  connection: Connection,
  { analysis, after, limit }: Parameters<AnalysedDocuments['otherAnalyses']>[0],
): Promise<{ docIds: string[]; last: number | undefined }> {
  const found = await connection.query<{ sequence: number; doc_id: string }>(
    `SELECT sequence, doc_id FROM documents
     WHERE sequence > $1 AND live_version IS NOT NULL AND analysis <> $2 ORDER BY sequence LIMIT $3`,
    [after, analysis, limit],
  );
  return { docIds: found.map((row) => row.doc_id), last: found.at(-1)?.sequence };
}

export async function replaceTerms(
  change: Change,
  docId: string,
  { version, chunks, reason, analysed }: Parameters<AnalysedDocuments['replaceTerms']>[1],
): Promise<boolean> {
  const row = await lockDocument(change, docId);
  if (row?.live_version !== version) return false;
  await change.query(
    `UPDATE chunks c SET terms = w.terms, counts = w.counts
     FROM unnest($3::integer[], $4::text[], $5::bytea[]) AS w (ordinal, terms, counts)
     WHERE c.document = $1 AND c.version = $2 AND c.ordinal = w.ordinal`,
    [
      ...[row.sequence, version],
      chunks.map(({ ordinal }) => ordinal),
      chunks.map(({ terms }) => encodeTerms(terms)),
      chunks.map(({ counts }) => Buffer.from(encodeCounts(counts))),
    ],
  );
  if (chunks.length > 0 && reason === 'analysis')
    await change.query('UPDATE embedding_models SET has_old_terms = true WHERE NOT has_old_terms');
  if (analysed?.title === row.title) {
    await change.query('UPDATE documents SET analysis = $2, language = $3 WHERE sequence = $1', [
      ...[row.sequence, analysed.analysis, analysed.language],
    ]);
    change.changed(docId);
  }
  return true;
}

export async function haveEmbeddingsOldTerms(connection: Connection): Promise<boolean> {
  const found = await connection.query('SELECT 1 FROM embedding_models WHERE is_current AND has_old_terms');
  return found.length > 0;
}
