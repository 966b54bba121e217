/** Number of distinct marks. */
const MARKS = 256;

/**
 * A one-byte hash of a term: equal terms have equal marks, different terms seldom do. A passage's terms are compared
 * with a question's by these bytes first, and by the words only where the bytes agree.
 *
 * @see Fowler, Noll & Vo, FNV-1a (32 bits), folded to 8.
 */
export function markOf(term: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < term.length; i++) hash = Math.imul(hash ^ term.charCodeAt(i), 0x01000193);
  hash ^= hash >>> 16;
  return (hash ^ (hash >>> 8)) & (MARKS - 1);
}

/** 1 at the marks of `terms`, 0 elsewhere. */
export function marksAmong(terms: Iterable<string>): Uint8Array {
  const among = new Uint8Array(MARKS);
  for (const term of terms) among[markOf(term)] = 1;
  return among;
}
