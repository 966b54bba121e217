import type { Passage } from '../src/retrieval/passage.ts';

/** A passage as retrieval gives it. */
export function passageOf(docId: string, text: string, more: Partial<Passage> = {}): Passage {
  return {
    ...{
      chunkId: `${docId}.1.0`,
      docId,
      kind: 'document',
      title: docId,
      url: null,
      fileName: null,
      updatedAt: 0,
      language: 'en',
      text,
    },
    ...{ start: 0, page: null, section: null, lexical: 10, dense: 0, fused: 1, score: 1 },
    ...more,
  };
}
