import { chunkIdOf, parseChunkId } from '../../ports/chunk.ts';
import type { DocumentStore } from '../../ports/document-store.ts';
import type { AskedDocuments } from '../../question/asked-documents.ts';
import { passageOf } from '../../retrieval/found-passages.ts';
import { isNameOf } from '../../retrieval/named-documents.ts';
import type { Passage } from '../../retrieval/passage.ts';

/** A name that fits more documents means none of them. */
const DOCUMENTS_MAX = 3;
/** Passages of a document in which it says what it is. */
const PASSAGES = 12;

/** The first passages of documents, in reading order, and what a question asks of these documents. */
export interface Openings {
  readonly asks: Exclude<AskedDocuments['asks'], 'which'>;
  readonly passages: readonly Passage[];
}

/**
 * How the documents begin that a question asks about by name; undefined where it asks about none, or too many have it.
 * Without a name, it means the only document in `docIds`.
 *
 * @param found Passages of the documents that may be meant, the best first.
 * @throws The signal's reason when it aborts.
 */
export async function openingsOf(
  asked: AskedDocuments | undefined,
  found: readonly Passage[],
  options: {
    documentStore: Pick<DocumentStore, 'chunks'>;
    docIds: ReadonlySet<string> | undefined;
    signal: AbortSignal;
  },
): Promise<Openings | undefined> {
  if (!asked || asked.asks === 'which') return undefined;
  const { asks, of: name } = asked;
  const { documentStore, docIds, signal } = options;
  const firsts = new Map(found.map(({ docId, chunkId }) => [docId, parseChunkId(chunkId)!.version]));
  const ids = Array.from(firsts, ([docId, version]) =>
    Array.from({ length: PASSAGES }, (_, ordinal) => chunkIdOf(docId, version, ordinal)),
  );
  const chunks = await documentStore.chunks(ids.flat(), { signal });
  const meant = chunks.filter(({ docId, document }) =>
    name === ''
      ? docIds?.size === 1 && docIds.has(docId)
      : isNameOf(name, document, { isPart: asked.isCalledDocument }),
  );
  const documents = new Set(meant.map(({ docId }) => docId));
  if (documents.size === 0 || documents.size > DOCUMENTS_MAX) return undefined;
  return { asks, passages: meant.map((chunk) => passageOf(chunk)) };
}
