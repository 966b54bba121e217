import type { LiveChunk } from '../ports/chunk.ts';
import type { DocumentRecord } from '../ports/document.ts';
import type { Candidates } from './candidate-search.ts';
import type { FusedHit } from './fusion.ts';
import type { Passage } from './passage.ts';

/** Leaves out chunks of documents that were replaced or deleted between search and look-up. */
export function passagesOf({ hits, chunks }: Candidates): Passage[] {
  const passages: Passage[] = [];
  for (const hit of hits) {
    const chunk = chunks[passages.length];
    if (chunk?.chunkId === hit.chunkId) passages.push(passageOf(chunk, hit));
  }
  return passages;
}

/** The documents of the chunks found, each once. */
export function documentsOf({ chunks }: Candidates): DocumentRecord[] {
  return [...new Map(chunks.map(({ docId, document }) => [docId, document])).values()];
}

/** @param hit How a search found it; without one, it is relevant for another reason. */
export function passageOf(chunk: LiveChunk, hit: Omit<FusedHit, 'chunkId' | 'docId'> = UNSEARCHED): Passage {
  const { document } = chunk;
  return {
    chunkId: chunk.chunkId,
    docId: chunk.docId,
    kind: document.kind,
    title: document.title,
    url: document.source.kind === 'url' ? document.source.url : null,
    fileName: document.source.kind === 'review' ? null : (document.source.filename ?? null),
    updatedAt: document.updatedAt,
    language: document.language,
    text: chunk.text,
    start: chunk.start,
    page: chunk.page,
    section: chunk.section,
    layout: chunk.layout,
    lexical: hit.lexical,
    dense: hit.dense,
    fused: hit.score,
    score: hit.score,
  };
}

const UNSEARCHED = { lexical: 0, dense: 0, score: 1 } as const;
