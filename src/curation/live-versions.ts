import type { DocumentVersion } from '../ports/curation-store.ts';
import type { DocumentStore } from '../ports/document-store.ts';

/** The published versions of these documents; documents without one are left out. */
export async function liveVersions(
  documentStore: Pick<DocumentStore, 'getMany'>,
  docIds: readonly string[],
): Promise<DocumentVersion[]> {
  const records = await documentStore.getMany(docIds);
  return records.flatMap(({ docId, liveVersion }) =>
    liveVersion === null ? [] : [{ docId, version: liveVersion }],
  );
}
