import type { AnalysedDocuments } from '../../../ports/analysed-documents.ts';
import { encodeCounts, encodeTerms } from '../../document-rows/chunk-codec.ts';
import type { Connection } from '../connection.ts';
import { all, one } from '../database.ts';
import type { EmbeddingModelQueries } from './embedding-model-queries.ts';

/** Which analysis made the terms of live versions, and how they get other ones. */
export function createAnalysisQueries(
  connection: Connection,
  { models, forget }: { models: Pick<EmbeddingModelQueries, 'rowOf'>; forget: (docId: string) => void },
) {
  // Two ranges of the index: an inequality would read all of it.
  const count = connection.prepare(
    `SELECT (SELECT COUNT(*) FROM documents WHERE live_version IS NOT NULL AND analysis < ?1)
          + (SELECT COUNT(*) FROM documents WHERE live_version IS NOT NULL AND analysis > ?1) AS documents`,
  );
  const select = connection.prepare(
    `SELECT sequence, doc_id FROM documents
     WHERE sequence > ? AND live_version IS NOT NULL AND analysis <> ? ORDER BY sequence LIMIT ?`,
  );
  const isLive = connection.prepare('SELECT 1 FROM documents WHERE doc_id = ? AND live_version = ?');
  const setTerms = connection.prepare('UPDATE chunk_terms SET terms = ?, counts = ? WHERE chunk = ?');
  const outdate = connection.prepare('UPDATE embedding_models SET has_old_terms = 1 WHERE has_old_terms = 0');
  const selectOutdated = connection.prepare(
    'SELECT 1 FROM embedding_models WHERE is_current = 1 AND has_old_terms = 1',
  );
  const setAnalysis = connection.prepare(
    'UPDATE documents SET analysis = ?, language = ? WHERE doc_id = ? AND live_version = ? AND title = ?',
  );

  return {
    countOthers: (analysis: number) => one<{ documents: number }>(count, analysis)!.documents,

    others({ analysis, after, limit }: Parameters<AnalysedDocuments['otherAnalyses']>[0]) {
      const found = all<{ sequence: number; doc_id: string }>(select, after, analysis, limit);
      return { docIds: found.map((row) => row.doc_id), last: found.at(-1)?.sequence };
    },

    replaceTerms(
      docId: string,
      { version, chunks, reason, analysed }: Parameters<AnalysedDocuments['replaceTerms']>[1],
    ): boolean {
      if (!isLive.get(docId, version)) return false;
      for (const { ordinal, terms, counts } of chunks) {
        const chunk = models.rowOf({ docId, version, ordinal });
        if (chunk !== undefined) setTerms.run(encodeTerms(terms), encodeCounts(counts), chunk);
      }
      if (chunks.length > 0 && reason === 'analysis') outdate.run();
      if (analysed) {
        forget(docId);
        setAnalysis.run(analysed.analysis, analysed.language, docId, version, analysed.title);
      }
      return true;
    },

    haveEmbeddingsOldTerms: () => selectOutdated.get() !== undefined,
  };
}
