import { z } from 'zod';
import type { CorpusSummary } from '../../ingestion/documents/corpus-summary.ts';
import { DOCUMENT_STATUSES } from '../../ports/document.ts';
import { Count, DocId, listOf, named, pageOf } from './fields.ts';
import { LAYOUT } from './ingest.ts';
import { replyOf } from './reply.ts';

const Declined = z
  .strictObject({ reason: z.enum(['text_declined']), passages: z.int().min(1) })
  .nullable()
  .meta({
    description:
      'Passages found by words alone, as the model rejects their texts but accepts others. The log names them.',
  });

const Embedding = named('EmbeddingProgress', {
  model: z.string().nullable().meta({
    description: 'Model of the searched embeddings; null while there are none or it is unavailable.',
  }),
  declined: Declined,
  reindexing: z
    .strictObject({
      model: z.string().nullable().meta({ description: 'Null while it is being learned.' }),
      embedded: Count,
      chunks: Count,
      declined: Declined,
      state: z.enum(['running', 'waiting']).meta({ description: '`waiting`: retries after a failure.' }),
    })
    .nullable()
    .meta({ description: 'Embeddings that will replace the searched ones.' }),
});

export const ReindexRequest = z.strictObject({
  from: z.enum(['chunks', 'originals']).default('chunks').meta({
    description: '`chunks` embeds the stored passages again; `originals` ingests every document again.',
  }),
});

export const Reindexing = named('Reindexing', {
  queued: Count.meta({ description: 'Documents to be ingested again.' }),
  embedding: Embedding,
});

export type Reindexing = z.output<typeof Reindexing>;

export const CorpusSummaryReply = named('CorpusSummary', {
  documents: Count,
  by_status: z.strictObject(
    Object.fromEntries(DOCUMENT_STATUSES.map((status) => [status, Count])) as Record<
      (typeof DOCUMENT_STATUSES)[number],
      typeof Count
    >,
  ),
  chunks: Count.meta({ description: 'Searchable passages.' }),
  bytes_originals: Count.meta({ description: 'Size of the original files, equal ones counted once.' }),
  bytes_on_disk: Count.meta({ description: 'Size of the originals and all databases of the server.' }),
  outdated: Count.meta({
    description:
      'Documents with search terms of an earlier Docent. They can be found, and get new ones in the background.',
  }),
  embedding: Embedding,
});

export type CorpusSummaryReply = z.output<typeof CorpusSummaryReply>;

export function corpusSummaryOf(summary: CorpusSummary): CorpusSummaryReply {
  const { originalBytes, diskBytes } = summary;
  return replyOf(CorpusSummaryReply, { ...summary, bytesOriginals: originalBytes, bytesOnDisk: diskBytes });
}

export const ChunkList = pageOf('ChunkList', {
  doc_id: DocId,
  version: z
    .int()
    .min(1)
    .meta({ description: 'The searchable version. If it changes between pages, start again.' }),
  chunks: listOf('In reading order. Untrusted text.', {
    chunk_id: z.string(),
    position: Count.meta({ description: 'From 0.' }),
    page: z.int().min(1).nullable(),
    section: z.string().nullable(),
    text: z.string(),
    start: Count.meta({ description: 'Offset in the extracted text, in UTF-16 code units.' }),
    end: Count.meta({ description: 'Exclusive.' }),
    ...LAYOUT,
  }),
});
