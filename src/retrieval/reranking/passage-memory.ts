import type { Passage } from '../passage.ts';

/** The fields that the reading of a passage depends on. */
export type ReadablePassage = Pick<Passage, 'chunkId' | 'text' | 'title' | 'section' | 'language'>;

/** Changes of documents after which readings that were not used since are dropped: most are of replaced versions. */
const CHANGES_PER_GENERATION = 500;
/** Of all caches, as they share the memory of one process. */
let passagesMax = 16_384;
let changes = 0;

/** Limits the passages in a cache, ≥ 2. Call it before the first passage is read. */
export function limitPassagesCached(max: number): void {
  passagesMax = max;
}

/** Call when the passages of a document have changed or are gone. */
export function passagesChanged(): void {
  changes += 1;
}

/**
 * Reads passages and caches recent readings by chunk id, in two generations: when the young one is full, or documents
 * have changed often, the old one, unused since, is dropped and the young one takes its place. The text is compared as
 * well, since an id is reused when a document is deleted and ingested anew.
 *
 * @param share Of the limit, > 0 and ≤ 1: for a cache that needs fewer passages.
 */
export function rememberPassages<P extends ReadablePassage, T>(
  read: (passage: P) => T,
  share = 1,
): (passage: P) => T {
  let young = new Map<string, Remembered<T>>();
  let old = new Map<string, Remembered<T>>();
  let changesBefore = changes;
  return (passage) => {
    const known = young.get(passage.chunkId);
    if (known && isSameText(known, passage)) return known.reading;
    if (young.size >= (passagesMax * share) / 2 || changes - changesBefore >= CHANGES_PER_GENERATION) {
      old = young;
      young = new Map();
      changesBefore = changes;
    }
    const found = old.get(passage.chunkId);
    const { chunkId, text, title, section, language } = passage;
    const entry =
      found && isSameText(found, passage)
        ? found
        : { chunkId, text, title, section, language, reading: read(passage) };
    young.set(chunkId, entry);
    return entry.reading;
  };
}

interface Remembered<T> extends ReadablePassage {
  readonly reading: T;
}

function isSameText(a: ReadablePassage, b: ReadablePassage): boolean {
  return a.text === b.text && a.title === b.title && a.section === b.section && a.language === b.language;
}
