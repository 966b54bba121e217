import { Readable } from 'node:stream';
import type { AnswerDocumentState, AnswerDocuments } from '../../ports/answer-documents.ts';
import type { DocumentRecord } from '../../ports/document.ts';
import type { OriginalStore } from '../../ports/original-store.ts';
import { type CatalogOfAll, ifThere } from '../catalog.ts';

/** Longest approved answer; no person could have judged a longer one. */
const ANSWER_BYTES_MAX = 1_048_576;

/** Stores approved answers as documents, which take the usual path: an original, a job, a published version. */
export function createAnswerDocuments(parts: {
  catalog: Pick<CatalogOfAll, 'acceptAnswer' | 'get' | 'remove'>;
  originals: Pick<OriginalStore, 'receive'>;
}): AnswerDocuments {
  const { catalog, originals } = parts;

  return {
    async ingest({ text, ...answer }) {
      await using staged = await originals.receive(Readable.from([Buffer.from(text)]), {
        limitBytes: ANSWER_BYTES_MAX,
      });
      await catalog.acceptAnswer({ ...answer, staged });
    },

    async stateOf(docId) {
      const record = await ifThere(catalog.get(docId));
      return record ? stateIn(record) : { state: 'absent' };
    },

    remove: (docId) => ifThere(catalog.remove(docId)),
  };
}

function stateIn({ status, error }: DocumentRecord): AnswerDocumentState {
  if (status === 'done' || status === 'skipped') return { state: 'searchable' };
  if (status === 'failed') return { state: 'failed', reason: error?.message ?? 'It could not be ingested.' };
  return { state: 'underway' };
}
