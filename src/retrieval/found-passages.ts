import type { StoredChunk } from '../ports/chunk.ts';
import type { DocumentRecord } from '../ports/document.ts';
import type { Candidates } from './candidate-search.ts';
import type { DocumentSubject } from './document-subject.ts';
import type { FusedHit } from './fusion.ts';
import type { Passage } from './passage.ts';

type Subjects = ReadonlyMap<string, DocumentSubject>;

/** Leaves out chunks of documents that were replaced or deleted between search and look-up. */
export function passagesOf({ hits, chunks, records }: Candidates, subjects: Subjects = new Map()): Passage[] {
  const chunkOf = new Map(chunks.map((chunk) => [chunk.chunkId, chunk]));
  const recordOf = new Map(records.map((record) => [record.docId, record]));
  const passages: Passage[] = [];
  for (const hit of hits) {
    const chunk = chunkOf.get(hit.chunkId);
    const record = recordOf.get(hit.docId);
    if (chunk && record) passages.push(passageOf(hit, chunk, record, subjects.get(hit.docId)));
  }
  return passages;
}

function passageOf(
  hit: FusedHit,
  chunk: StoredChunk,
  record: DocumentRecord,
  subject: DocumentSubject | undefined,
): Passage {
  return {
    chunkId: hit.chunkId,
    docId: hit.docId,
    kind: record.kind,
    title: record.title,
    url: record.source.kind === 'url' ? record.source.url : null,
    language: record.language,
    text: chunk.text,
    start: chunk.start,
    page: chunk.page,
    section: chunk.section,
    ...(subject && { subject }),
    lexical: hit.lexical,
    dense: hit.dense,
    score: hit.score,
  };
}
