import { SUM_LANGUAGES } from '../../sql/document-statements.ts';
import type { Work } from '../../sql/work.ts';
import type { Connection } from '../connection.ts';

/** Ids in all cached sets together: some 20 MB. */
const TAGGED_MAX = 200_000;

interface LanguageRow {
  readonly language: string;
  readonly chunks: number;
}

/**
 * Languages and tags of the documents that answer. Questions ask for them, so they are read once and follow each
 * change: with many documents, a look at each would take longer than the rest of an answer.
 */
export function createLiveDocuments({ one, all }: Connection) {
  let languages: Map<string, number> | undefined;
  /** By the tags asked for, as JSON. A set that was given away is not changed: another one replaces it. */
  const tagged = new Map<
    string,
    { readonly tags: ReadonlySet<string>; docIds: Set<string>; isGiven: boolean }
  >();

  function languageOf(docId: string): LanguageRow | undefined {
    return one<LanguageRow>(
      `SELECT language, chunks FROM documents
       WHERE doc_id = $1 AND live_version IS NOT NULL AND language IS NOT NULL`,
      docId,
    );
  }

  function addChunks(row: LanguageRow | undefined, sign: 1 | -1): void {
    if (!row || !languages) return;
    const chunks = (languages.get(row.language) ?? 0) + sign * row.chunks;
    if (chunks === 0) languages.delete(row.language);
    else languages.set(row.language, chunks);
  }

  function cache(key: string, docIds: Set<string>): void {
    let known = docIds.size;
    for (const set of tagged.values()) known += set.docIds.size + 1;
    if (known > TAGGED_MAX) tagged.clear();
    if (docIds.size <= TAGGED_MAX) tagged.set(key, { tags: new Set(JSON.parse(key)), docIds, isGiven: true });
  }

  function retagged(docId: string): void {
    if (tagged.size === 0) return;
    const row = one<{ tags: string }>(
      'SELECT tags FROM documents WHERE doc_id = $1 AND live_version IS NOT NULL',
      docId,
    );
    const own: string[] = row ? JSON.parse(row.tags) : [];
    for (const entry of tagged.values()) {
      const belongs = own.some((tag) => entry.tags.has(tag));
      if (belongs === entry.docIds.has(docId)) continue;
      if (entry.isGiven) Object.assign(entry, { docIds: new Set(entry.docIds), isGiven: false });
      if (belongs) entry.docIds.add(docId);
      else entry.docIds.delete(docId);
    }
  }

  return {
    /** Chunks by language. */
    languages(): ReadonlyMap<string, number> {
      languages ??= new Map(
        all<LanguageRow>(SUM_LANGUAGES).map(({ language, chunks }) => [language, chunks]),
      );
      return languages;
    },
    /** Ids of the documents with one of the tags: the same set until that changes. */
    withTags(tags: readonly string[]): ReadonlySet<string> {
      const key = JSON.stringify(tags);
      const known = tagged.get(key);
      if (known) {
        known.isGiven = true;
        return known.docIds;
      }
      // As one value, which costs less than thousands of rows.
      const { ids } = one<{ ids: string }>(
        `SELECT json_group_array(d.doc_id) AS ids
         FROM document_tags t JOIN documents d ON d.sequence = t.document
         WHERE t.tag IN (SELECT value FROM json_each($1)) AND d.live_version IS NOT NULL`,
        key,
      )!;
      const docIds = new Set<string>(JSON.parse(ids));
      cache(key, docIds);
      return docIds;
    },
    /** Runs a change of the document's published version. For use in a write, as `retagged` is. */
    *following<T>(docId: string, change: Work<T>): Work<T> {
      const before = languageOf(docId);
      const changed = yield* change;
      addChunks(before, -1);
      addChunks(languageOf(docId), 1);
      return changed;
    },
    /** Call after a change of the document's tags, or of whether it answers. */
    retagged,
    /** Call when such a write was not committed. */
    forget(): void {
      languages = undefined;
      tagged.clear();
    },
  };
}
