import { asError } from '../errors.ts';
import { chunkIdOf } from '../ports/chunk.ts';
import type { CurationStore } from '../ports/curation-store.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import type { Logger } from '../ports/logger.ts';
import { passageOf } from '../retrieval/found-passages.ts';
import type { Passage } from '../retrieval/passage.ts';
import { questionKey } from './question-key.ts';

/** Maximum passages returned for an answer; an approved answer has no more. */
const PASSAGES_MAX = 20;

/**
 * The passages of the answer approved for this very question, in reading order: for the same audience, or else for
 * everyone. Empty when there is none, or its document is not among `docIds`. When the store fails, the result is empty,
 * too.
 */
export type ApprovedPassages = (
  question: string,
  options: { docIds?: ReadonlySet<string> | undefined; audience?: readonly string[] | null },
) => Promise<Passage[]>;

export function createApprovedPassages(parts: {
  store: Pick<CurationStore, 'approvedDocument'>;
  documentStore: Pick<DocumentStore, 'get' | 'chunks'>;
  logger: Logger;
}): ApprovedPassages {
  const { store, documentStore, logger } = parts;

  async function find(question: string, audience: readonly string[] | null): Promise<string | undefined> {
    try {
      const own = audience && (await store.approvedDocument(questionKey(question, audience)));
      return own ?? (await store.approvedDocument(questionKey(question)));
    } catch (error) {
      logger.warn('Approved answers cannot be looked up; answering without them', { error: asError(error) });
      return undefined;
    }
  }

  return async (question, { docIds, audience = null }) => {
    const docId = await find(question, audience);
    if (docId === undefined || docIds?.has(docId) === false) return [];
    const record = await documentStore.get(docId);
    if (record?.kind !== 'approved_answer' || record.liveVersion === null) return [];
    const version = record.liveVersion;
    const chunkIds = Array.from({ length: Math.min(record.chunks, PASSAGES_MAX) }, (_, ordinal) =>
      chunkIdOf(docId, version, ordinal),
    );
    const chunks = await documentStore.chunks(chunkIds);
    return chunks.map((chunk) => passageOf(chunk));
  };
}
