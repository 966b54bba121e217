import type { DocumentRecord } from '../src/ports/document.ts';

/** A document that was just accepted, but for `changes`. */
export function recordOf(docId: string, changes: Partial<DocumentRecord> = {}): DocumentRecord {
  return {
    ...{ docId, sequence: 1, kind: 'document', title: docId, tags: [], contentHash: null },
    ...{ status: 'queued', stage: null, progress: 0, attempts: 0, error: null, duplicateOf: null },
    ...{ version: 1, liveVersion: null, mediaType: null, bytes: null, pages: null, language: null },
    ...{ chunks: 0, added: 0, removed: 0, embedded: 0, createdAt: 0, updatedAt: 0 },
    source: { kind: 'upload', filename: `${docId}.txt` },
    ...changes,
  };
}
