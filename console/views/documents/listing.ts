import { listDocuments } from '../../api/client.ts';
import { type ApiProblem, isAbort, problemOf } from '../../api/problem.ts';
import type { DocumentStatus } from '../../api/types.ts';
import type { RetriedBy } from '../../components/problem-notice.tsx';
import { createStore } from '../../store.ts';
import { type Changes, changed, EVERYTHING, type Listed, type Query } from './changed-listing.ts';

const PAGE = 200;
const TAGS_KNOWN_MAX = 200;

interface Listing extends Listed {
  readonly state: 'loading' | 'shown' | 'failed';
  /** Why the last page failed to load. */
  readonly problem: ApiProblem | null;
}

export const listing = createStore<Listing>({
  query: EVERYTHING,
  state: 'loading',
  docs: [],
  total: 0,
  nextCursor: null,
  problem: null,
  isOutdated: false,
});

/** The tags seen so far, in order. */
export const knownTags = createStore<readonly string[]>([]);
listing.subscribe(() => {
  const { docs, query } = listing.get();
  const seen = new Set(knownTags.get());
  const before = seen.size;
  for (const { tags } of docs) for (const tag of tags) seen.add(tag);
  if (query.tag !== '') seen.add(query.tag);
  if (seen.size > before)
    knownTags.set([...seen].sort((a, b) => a.localeCompare(b)).slice(0, TAGS_KNOWN_MAX));
});

/** Over all documents, whatever the filter; null until known. */
export const counts = createStore<Readonly<Record<DocumentStatus['status'], number>> | null>(null);

let controller = new AbortController();
let isLoadingMore = false;

/**
 * Reloads the list. The visible rows stay until the reply is there, and those below it afterwards; by itself, so does
 * the problem.
 */
export async function load(query: Query = listing.get().query, by?: RetriedBy): Promise<void> {
  controller.abort();
  controller = new AbortController();
  isLoadingMore = false;
  const { signal } = controller;
  const isSame = query === listing.get().query;
  const { problem } = listing.get();
  listing.set({ ...listing.get(), query, state: 'loading', problem: by === 'itself' ? problem : null });
  try {
    const page = await pageOf(query, { signal });
    const read = new Set(page.docs.map(({ doc_id }) => doc_id));
    const before = listing.get();
    const below = isSame ? before.docs.slice(page.docs.length).filter(({ doc_id }) => !read.has(doc_id)) : [];
    const isDeeper = below.length > 0 && page.next_cursor !== null;
    listing.set({
      query,
      state: 'shown',
      docs: isDeeper ? [...page.docs, ...below] : page.docs,
      total: page.total,
      nextCursor: isDeeper ? before.nextCursor : page.next_cursor,
      problem: null,
      isOutdated: false,
    });
  } catch (error) {
    fail(error);
  }
}

/** Loads the next page, if there is one. */
export async function loadMore(): Promise<void> {
  const { query, nextCursor, state } = listing.get();
  if (nextCursor === null || isLoadingMore || state === 'loading') return;
  isLoadingMore = true;
  const { signal } = controller;
  try {
    const page = await pageOf(query, { signal, cursor: nextCursor });
    const { docs } = listing.get();
    const known = new Set(docs.map(({ doc_id }) => doc_id));
    listing.set({
      ...listing.get(),
      state: 'shown',
      docs: [...docs, ...page.docs.filter(({ doc_id }) => !known.has(doc_id))],
      total: page.total,
      nextCursor: page.next_cursor,
      problem: null,
    });
  } catch (error) {
    fail(error);
  } finally {
    if (!signal.aborted) isLoadingMore = false;
  }
}

function pageOf(query: Query, { signal, cursor = '' }: { signal: AbortSignal; cursor?: string }) {
  return listDocuments({ ...query, q: query.q.trim(), limit: PAGE, cursor }, { signal });
}

function fail(error: unknown): void {
  if (!isAbort(error)) listing.set({ ...listing.get(), state: 'failed', problem: problemOf(error) });
}

/** Applies changes to the list; see `changed`. */
export function tellListing(changes: Changes): void {
  listing.set(changed(listing.get(), changes));
}
