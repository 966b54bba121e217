import type { Connection } from '../connection.ts';
import { all, one } from '../database.ts';

/** Ids in all remembered sets together: some 20 MB. */
const TAGGED_MAX = 200_000;

interface LanguageRow {
  readonly language: string;
  readonly chunks: number;
}

/**
 * Languages and tags of the documents that answer. Questions ask for them, so they are read once and follow each
 * change: with many documents, a look at each would take longer than the rest of an answer.
 */
export interface LiveDocuments {
  /** Chunks by language. */
  languages(): ReadonlyMap<string, number>;
  /** Ids of the documents with one of the tags, also after later changes. */
  withTags(tags: readonly string[]): ReadonlySet<string>;
  /** Runs a change of the document's published version. For use in a write, as `retagged` is. */
  following<T>(docId: string, change: () => T): T;
  /** Call after a change of the document's tags. */
  retagged(docId: string): void;
  /** Call when such a write was not committed. */
  forget(): void;
}

export function createLiveDocuments(connection: Connection): LiveDocuments {
  const sumLanguages = connection.prepare(
    `SELECT language, SUM(chunks) AS chunks FROM documents
     WHERE live_version IS NOT NULL AND language IS NOT NULL GROUP BY language`,
  );
  const selectLanguage = connection.prepare(
    `SELECT language, chunks FROM documents
     WHERE doc_id = ? AND live_version IS NOT NULL AND language IS NOT NULL`,
  );
  // As one value, which costs less than thousands of rows.
  const selectTagged = connection.prepare(
    `SELECT json_group_array(d.doc_id) AS ids FROM document_tags t JOIN documents d ON d.sequence = t.document
     WHERE t.tag IN (SELECT value FROM json_each(?)) AND d.live_version IS NOT NULL`,
  );
  const selectTags = connection.prepare(
    'SELECT tags FROM documents WHERE doc_id = ? AND live_version IS NOT NULL',
  );
  let languages: Map<string, number> | undefined;
  /** By the tags asked for, as JSON. */
  const tagged = new Map<string, { readonly tags: ReadonlySet<string>; readonly docIds: Set<string> }>();

  function addChunks(row: LanguageRow | undefined, sign: 1 | -1): void {
    if (!row || !languages) return;
    const chunks = (languages.get(row.language) ?? 0) + sign * row.chunks;
    if (chunks === 0) languages.delete(row.language);
    else languages.set(row.language, chunks);
  }

  function remember(key: string, docIds: Set<string>): void {
    let known = docIds.size;
    for (const set of tagged.values()) known += set.docIds.size + 1;
    if (known > TAGGED_MAX) tagged.clear();
    if (docIds.size <= TAGGED_MAX) tagged.set(key, { tags: new Set(JSON.parse(key)), docIds });
  }

  function retagged(docId: string): void {
    if (tagged.size === 0) return;
    const row = one<{ tags: string }>(selectTags, docId);
    const own: string[] = row ? JSON.parse(row.tags) : [];
    for (const { tags, docIds } of tagged.values()) {
      if (own.some((tag) => tags.has(tag))) docIds.add(docId);
      else docIds.delete(docId);
    }
  }

  return {
    languages() {
      languages ??= new Map(all<LanguageRow>(sumLanguages).map(({ language, chunks }) => [language, chunks]));
      return languages;
    },
    withTags(tags) {
      const key = JSON.stringify(tags);
      const known = tagged.get(key);
      if (known) return known.docIds;
      const docIds = new Set<string>(JSON.parse(one<{ ids: string }>(selectTagged, key)!.ids));
      remember(key, docIds);
      return docIds;
    },
    following(docId, change) {
      const before = one<LanguageRow>(selectLanguage, docId);
      const changed = change();
      addChunks(before, -1);
      addChunks(one<LanguageRow>(selectLanguage, docId), 1);
      retagged(docId);
      return changed;
    },
    retagged,
    forget() {
      languages = undefined;
      tagged.clear();
    },
  };
}
