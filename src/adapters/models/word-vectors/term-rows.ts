import type { ChunkTerms } from '../../../ports/chunk.ts';

/** Chunks' terms in few large arrays: row r has terms `ids[k]`, `counts[k]` times, `starts[r]` ≤ k < `starts[r + 1]`. */
export interface TermRows {
  /** The term of each id. */
  readonly terms: readonly string[];
  readonly starts: Uint32Array;
  readonly ids: Uint32Array;
  readonly counts: Uint32Array;
}

/** @throws The signal's reason when it aborts. */
export async function termRowsOf(
  rows: Iterable<ChunkTerms> | AsyncIterable<ChunkTerms>,
  { signal }: { signal?: AbortSignal } = {},
): Promise<TermRows> {
  const idOf = new Map<string, number>();
  const starts = [0];
  const ids: number[] = [];
  const counts: number[] = [];
  for await (const row of rows) {
    signal?.throwIfAborted();
    for (const [i, term] of row.terms.entries()) {
      const id = idOf.get(term) ?? idOf.size;
      if (id === idOf.size) idOf.set(term, id);
      ids.push(id);
      counts.push(row.counts[i]!);
    }
    starts.push(ids.length);
  }
  return {
    terms: [...idOf.keys()],
    starts: Uint32Array.from(starts),
    ids: Uint32Array.from(ids),
    counts: Uint32Array.from(counts),
  };
}
