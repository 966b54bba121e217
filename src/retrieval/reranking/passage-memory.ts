import type { Passage } from '../passage.ts';

/** The fields that the reading of a passage depends on. */
export type ReadablePassage = Pick<Passage, 'chunkId' | 'text' | 'title' | 'section' | 'language'>;

/**
 * Reads passages and caches recent readings by chunk id. The text is compared as well, since an id is reused when a
 * document is deleted and ingested anew.
 *
 * @param capacity Most passages cached, ≥ 2, in two generations: when the young one reaches half, the old one, unused
 *   since, is dropped and the young one takes its place.
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
