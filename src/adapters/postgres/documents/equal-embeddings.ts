import type { EmbeddingInput } from '../../../ports/embedding-model.ts';
import { decodeEmbedding, encodeCounts, encodeTerms, textHashOf } from '../../document-rows/chunk-codec.ts';
import type { Connection } from '../connection.ts';
import { currentModel } from './embedding-models.ts';

/**
 * Finds existing embeddings of equal chunks. Equal means the same text *and* terms: text models read the former, the
 * built-in model the latter, which include title and section.
 */
export async function embeddingsOfEqual(
  connection: Connection,
  inputs: readonly EmbeddingInput[],
  { docId, modelId }: { docId: string; modelId: string },
): Promise<(Float32Array | undefined)[]> {
  const model = await currentModel(connection);
  if (model?.id !== modelId) return inputs.map(() => undefined);
  const rows = await connection.query<{ place: number; vector: Uint8Array }>(
    `SELECT w.place::integer, found.vector
     FROM unnest($2::text[], $3::text[], $4::bytea[]) WITH ORDINALITY AS w (text_hash, terms, counts, place)
     JOIN LATERAL (
       SELECT e.vector FROM documents d
       JOIN chunks c ON c.document = d.sequence AND c.version = d.live_version AND c.text_hash = w.text_hash
       JOIN embeddings_${model.slot} e ON (e.document, e.version, e.ordinal) = (c.document, c.version, c.ordinal)
       WHERE d.doc_id = $1 AND c.terms = w.terms AND c.counts = w.counts LIMIT 1
     ) found ON true`,
    [
      docId,
      inputs.map(({ text }) => textHashOf(text)),
      inputs.map(({ terms }) => encodeTerms(terms)),
      inputs.map(({ counts }) => Buffer.from(encodeCounts(counts))),
    ],
  );
  const byPlace = new Map(rows.map(({ place, vector }) => [place, decodeEmbedding(vector)]));
  return inputs.map((_, i) => byPlace.get(i + 1));
}
