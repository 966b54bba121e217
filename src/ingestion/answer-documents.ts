import { RefusedError } from '../errors.ts';
import type { DocumentRecord } from '../ports/document.ts';
import type { OriginalStore } from '../ports/original-store.ts';
import type { AnswerIntake, AnswerIntakes, Catalog } from './catalog.ts';

/** Longest approved answer; no person could have judged a longer one. */
const ANSWER_BYTES_MAX = 1_048_576;

type AnswerState =
  | { readonly state: 'searchable' | 'underway' | 'absent' }
  | { readonly state: 'failed'; readonly reason: string };

/** Stores approved answers as documents, which take the usual path: an original, a job, a published version. */
export function createAnswerDocuments(parts: {
  catalog: AnswerIntakes & Pick<Catalog, 'get' | 'remove'>;
  originals: Pick<OriginalStore, 'receive'>;
}) {
  const { catalog, originals } = parts;

  return {
    /** @throws {RefusedError} `disk_full`, `store_unavailable`. */
    async ingest({
      text,
      ...answer
    }: Omit<AnswerIntake, 'staged'> & { readonly text: string }): Promise<void> {
      await using staged = await originals.receive(bytesOf(text), { limitBytes: ANSWER_BYTES_MAX });
      await catalog.acceptAnswer({ ...answer, staged });
    },

    async stateOf(docId: string): Promise<AnswerState> {
      try {
        return stateIn(await catalog.get(docId));
      } catch (error) {
        if (isUnknown(error)) return { state: 'absent' };
        throw error;
      }
    },

    async remove(docId: string): Promise<void> {
      try {
        await catalog.remove(docId);
      } catch (error) {
        if (!isUnknown(error)) throw error;
      }
    },
  };
}

function stateIn({ status, error }: DocumentRecord): AnswerState {
  if (status === 'done' || status === 'skipped') return { state: 'searchable' };
  if (status === 'failed') return { state: 'failed', reason: error?.message ?? 'It could not be ingested.' };
  return { state: 'underway' };
}

function isUnknown(error: unknown): boolean {
  return error instanceof RefusedError && error.refusal.code === 'document_not_found';
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
