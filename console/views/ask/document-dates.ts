import { documentDate } from '../../api/documents.ts';

/** Of one answer: more would take from the rate limit what questions need. */
const DOCUMENTS_MAX = 6;

/** When documents last changed, as far as known. */
const known = new Map<string, string>();

/** When these documents last changed, by id. One that the caller may not read is left out. */
export async function documentDates(docIds: readonly string[]): Promise<Record<string, string>> {
  const ids = [...new Set(docIds)].slice(0, DOCUMENTS_MAX);
  await Promise.all(
    ids.map(async (docId) => {
      const date = known.get(docId) ?? (await documentDate(docId).catch(() => undefined));
      if (date !== undefined) known.set(docId, date);
    }),
  );
  return Object.fromEntries(ids.flatMap((id) => (known.has(id) ? [[id, known.get(id)!]] : [])));
}
