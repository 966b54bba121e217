import type { Passage } from '../passage.ts';

/** What the reading of a passage depends on. */
export type ReadablePassage = Pick<Passage, 'chunkId' | 'text' | 'title' | 'section' | 'language'>;

/**
 * Reads passages and remembers the last ones by their chunk id. What was read is compared as well: an id is used again
 * when a document is deleted and ingested anew.
 *
 * @param capacity Passages remembered, ≥ 2, in two generations: when the young ones are half of them, the old ones, which
 *   were not asked for since the last time, are forgotten, and the young ones are the old ones.
 */
export function rememberPassages<P extends ReadablePassage, T>(
  read: (passage: P) => T,
  capacity: number,
): (passage: P) => T {
  let young = new Map<string, Remembered<T>>();
  let old = new Map<string, Remembered<T>>();
  return (passage) => {
    const known = young.get(passage.chunkId);
    if (known && isSameText(known, passage)) return known.reading;
    if (young.size >= capacity / 2) {
      old = young;
      young = new Map();
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
