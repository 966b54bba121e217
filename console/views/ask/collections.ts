import { createStoredStore } from '../../store.ts';
import type { Filter } from './conversations.ts';

const COLLECTIONS_MAX = 50;
export const NAME_UNITS_MAX = 60;

/** A filter under a name. */
export interface Collection {
  readonly name: string;
  readonly filter: Filter;
}

/** Those of this browser, by name. */
export const collections = createStoredStore<readonly Collection[]>('docent.collections', [], {
  storage: localStorage,
  read: (stored) => (Array.isArray(stored) ? stored.filter(isCollection) : undefined),
});

/** Stores the filter under the name, instead of another one. */
export function keepCollection(name: string, filter: Filter): void {
  const others = collections.get().filter((collection) => collection.name !== name);
  const all = [{ name, filter }, ...others].slice(0, COLLECTIONS_MAX);
  collections.set(all.sort((a, b) => a.name.localeCompare(b.name)));
}

export function dropCollection(name: string): void {
  collections.set(collections.get().filter((collection) => collection.name !== name));
}

/** The collection with the same tags and documents, in any order. */
export function collectionOf(filter: Filter, all: readonly Collection[]): Collection | undefined {
  const key = keyOf(filter);
  return all.find((collection) => keyOf(collection.filter) === key);
}

export function isEmpty({ docs, tags }: Filter): boolean {
  return docs.length + tags.length === 0;
}

function keyOf({ docs, tags }: Filter): string {
  return JSON.stringify([docs.map(({ docId }) => docId).sort(), [...tags].sort()]);
}

function isCollection(value: unknown): value is Collection {
  const { name, filter } = (value ?? {}) as Partial<Collection>;
  return (
    typeof name === 'string' &&
    Array.isArray(filter?.tags) &&
    filter.tags.every((tag) => typeof tag === 'string') &&
    Array.isArray(filter.docs) &&
    filter.docs.every((doc) => typeof doc?.docId === 'string' && typeof doc.title === 'string')
  );
}
