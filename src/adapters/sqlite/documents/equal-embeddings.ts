import type { EmbeddingInput } from '../../../ports/embedding-model.ts';
import { decodeEmbedding, encodeCounts, encodeTerms, textHashOf } from '../../document-rows/chunk-codec.ts';
import type { Connection } from '../connection.ts';
import { one } from '../database.ts';
import type { EmbeddingModelQueries } from './embedding-model-queries.ts';

/**
 * Finds existing embeddings of equal chunks. Equal means the same text *and* terms: text models read the former, the
 * built-in model the latter, which include title and section.
 */
export function createEqualEmbeddings(
  connection: Connection,
  models: EmbeddingModelQueries,
): (
  inputs: readonly EmbeddingInput[],
  of: { docId: string; modelId: string },
) => (Float32Array | undefined)[] {
  const select = ([0, 1] as const).map((slot) =>
    connection.prepare(
      `SELECT e.vector
       FROM documents d
       JOIN chunks c ON c.document = d.sequence AND c.version = d.live_version AND c.text_hash = ?2
       JOIN chunk_terms t ON t.chunk = c.chunk
       JOIN embeddings_${slot} e ON e.chunk = c.chunk
       WHERE d.doc_id = ?1 AND t.terms = ?3 AND t.counts = ?4 LIMIT 1`,
    ),
  );

  return (inputs, { docId, modelId }) => {
    const current = models.current();
    return inputs.map(({ text, terms, counts }) => {
      if (current?.id !== modelId) return undefined;
      const wanted = [textHashOf(text), encodeTerms(terms), encodeCounts(counts)];
      const row = one<{ vector: Uint8Array }>(select[current.slot]!, docId, ...wanted);
      return row && decodeEmbedding(row.vector);
    });
  };
}
