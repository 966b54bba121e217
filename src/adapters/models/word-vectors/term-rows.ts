import type { ChunkTerms } from '../../../ports/chunk.ts';

/** Chunks' terms in few large arrays: row r has terms `ids[k]`, `counts[k]` times, `starts[r]` ≤ k < `starts[r + 1]`. */
export interface TermRows {
  /** The term of each id. */
  readonly terms: readonly string[];
  readonly starts: Uint32Array;
  readonly ids: Uint32Array;
  readonly counts: Uint32Array;
}

/** `TermRows` as a message to a thread: the term list is one text, since sending thousands of strings is slow. */
export interface TermRowsMessage extends Omit<TermRows, 'terms'> {
  /** JSON array in UTF-8. */
  readonly termsJson: Uint8Array<ArrayBuffer>;
}

export interface TermRowsBuilder {
  add(row: ChunkTerms): void;
  build(): TermRows;
}

export function createTermRowsBuilder(): TermRowsBuilder {
  const idOf = new Map<string, number>();
  const starts = [0];
  const ids: number[] = [];
  const counts: number[] = [];
  return {
    add(row) {
      for (const [i, term] of row.terms.entries()) {
        const id = idOf.get(term) ?? idOf.size;
        if (id === idOf.size) idOf.set(term, id);
        ids.push(id);
        counts.push(row.counts[i]!);
      }
      starts.push(ids.length);
    },
    build: () => ({
      terms: [...idOf.keys()],
      starts: Uint32Array.from(starts),
      ids: Uint32Array.from(ids),
      counts: Uint32Array.from(counts),
    }),
  };
}

export function encodeTermRows({ terms, starts, ids, counts }: TermRows): TermRowsMessage {
  return { termsJson: new TextEncoder().encode(JSON.stringify(terms)), starts, ids, counts };
}

export function decodeTermRows({ termsJson, starts, ids, counts }: TermRowsMessage): TermRows {
  return { terms: JSON.parse(new TextDecoder().decode(termsJson)), starts, ids, counts };
}
