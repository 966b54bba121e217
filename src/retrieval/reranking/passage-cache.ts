import { type Cache, createCache } from '../../kernel/cache.ts';
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
 * Reads passages and caches recent readings by chunk id. The text is compared as well, since an id is reused when a
 * document is deleted and ingested again.
 *
 * @param share Of the limit, > 0 and ≤ 1: for a cache that needs fewer passages.
 */
export function cachedByPassage<P extends ReadablePassage, T>(
  read: (passage: P) => T,
  share = 1,
): (passage: P) => T {
  let readings: Cache<string, CachedReading<T>> | undefined;
  let changesBefore = changes;
  return (passage) => {
    readings ??= createCache({ sizeMax: passagesMax * share });
    if (changes - changesBefore >= CHANGES_PER_GENERATION) {
      readings.age();
      changesBefore = changes;
    }
    const { chunkId, text, title, section, language } = passage;
    const known = readings.get(chunkId);
    if (known && isSameText(known, passage)) return known.reading;
    const reading = read(passage);
    readings.set(chunkId, { chunkId, text, title, section, language, reading });
    return reading;
  };
}

interface CachedReading<T> extends ReadablePassage {
  readonly reading: T;
}

function isSameText(a: ReadablePassage, b: ReadablePassage): boolean {
  return a.text === b.text && a.title === b.title && a.section === b.section && a.language === b.language;
}
