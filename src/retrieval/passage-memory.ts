import type { Passage } from './passage.ts';

/** What the reading of a passage depends on. */
export type ReadablePassage = Pick<Passage, 'chunkId' | 'text' | 'title' | 'section' | 'language'>;

/**
 * Reads passages and remembers the last ones by their chunk id. What was read is compared as well: an id is used again
 * when a document is deleted and ingested anew.
 *
 * @param capacity Passages remembered, ≥ 1; the one that was not asked for longest is forgotten first.
 */
export function rememberPassages<P extends ReadablePassage, T>(
  read: (passage: P) => T,
  capacity: number,
): (passage: P) => T {
  const remembered = new Map<string, { passage: P; reading: T }>();
  return (passage) => {
    const known = remembered.get(passage.chunkId);
    if (known) remembered.delete(passage.chunkId);
    const entry = known && isSameText(known.passage, passage) ? known : { passage, reading: read(passage) };
    remembered.set(passage.chunkId, entry);
    if (remembered.size > capacity) remembered.delete(remembered.keys().next().value!);
    return entry.reading;
  };
}

function isSameText(a: ReadablePassage, b: ReadablePassage): boolean {
  return a.text === b.text && a.title === b.title && a.section === b.section && a.language === b.language;
}
