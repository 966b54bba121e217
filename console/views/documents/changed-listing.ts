import type { DocumentSort, DocumentStatus } from '../../api/types.ts';

/** The list's filter, as the server takes it; an empty text matches all. */
export interface Query {
  readonly q: string;
  readonly status: DocumentStatus['status'] | '';
  readonly tag: string;
  readonly sort: DocumentSort;
}

/** The matching documents, as far as loaded and in their current state. */
export interface Listed {
  readonly query: Query;
  readonly docs: readonly DocumentStatus[];
  /** Over all pages. */
  readonly total: number;
  readonly nextCursor: string | null;
  /** New documents exist whose position only the server knows. */
  readonly isOutdated: boolean;
}

/** New or changed documents, and the ids of deleted ones. */
export interface Changes {
  readonly documents: readonly DocumentStatus[];
  readonly deleted: ReadonlySet<string>;
}

export const EVERYTHING: Query = { q: '', status: '', tag: '', sort: 'newest' };

/**
 * Updates a listed document, or removes it when it no longer matches. A new one is put on top when the newest come first;
 * otherwise only the server knows its position.
 */
export function changed<L extends Listed>(before: L, { documents, deleted }: Changes): L {
  const now = new Map(documents.map((document) => [document.doc_id, document]));
  const known = new Set(before.docs.map(({ doc_id }) => doc_id));
  const stay = before.docs
    .map((document) => now.get(document.doc_id) ?? document)
    .filter((document) => !deleted.has(document.doc_id) && isWanted(document, before.query));
  const come = [...now.values()].filter(
    (document) => !known.has(document.doc_id) && isWanted(document, before.query),
  );
  const left = before.docs.length - stay.length;
  if (before.query.sort !== 'newest') {
    const isOutdated = before.isOutdated || come.length > 0;
    return { ...before, docs: stay, total: before.total - left, isOutdated };
  }
  // Further down it is not new but changed; its time says so.
  const oldest = before.nextCursor === null ? '' : (before.docs.at(-1)?.created_at ?? '');
  const top = come.filter(({ created_at }) => created_at >= oldest).reverse();
  return {
    ...before,
    docs: top.length === 0 ? stay : [...top, ...stay].sort(newestFirst),
    total: before.total - left + top.length,
  };
}

/** Stable: documents of the same time keep the server's order. */
function newestFirst(a: DocumentStatus, b: DocumentStatus): number {
  if (a.created_at === b.created_at) return 0;
  return a.created_at < b.created_at ? 1 : -1;
}

function isWanted({ status, tags, title, doc_id }: DocumentStatus, query: Query): boolean {
  const q = query.q.trim().toLowerCase();
  return (
    (query.status === '' || status === query.status) &&
    (query.tag === '' || tags.includes(query.tag)) &&
    (q === '' || title.toLowerCase().includes(q) || doc_id.toLowerCase().includes(q))
  );
}
