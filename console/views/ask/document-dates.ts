import { documentDate } from '../../api/documents.ts';

/** Of one answer: more would take from the rate limit what questions need. */
const DOCUMENTS_MAX = 6;
/** The next questions are often about the same documents. */
const KNOWN_FOR_MS = 60_000;

/** When documents last changed, and when that was asked. */
const known = new Map<string, { readonly date: string; readonly atMs: number }>();

/** When these documents last changed, by id. One that the caller may not read is left out. */
export async function documentDates(docIds: readonly string[]): Promise<Record<string, string>> {
  const dates: Record<string, string> = {};
  await Promise.all(
    [...new Set(docIds)].slice(0, DOCUMENTS_MAX).map(async (docId) => {
      const before = known.get(docId);
      const isFresh = before && Date.now() - before.atMs < KNOWN_FOR_MS;
      const date = isFresh ? before.date : await documentDate(docId).catch(() => undefined);
      if (date === undefined) return;
      dates[docId] = date;
      if (!isFresh) known.set(docId, { date, atMs: Date.now() });
    }),
  );
  return dates;
}
