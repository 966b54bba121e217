const SHARDS = 64;

/**
 * Ids of terms, in many small maps: a single map would be copied as a whole whenever it grows, which blocks the thread
 * for 30 ms and more at half a million terms.
 */
export class TermIds {
  readonly #shards = Array.from({ length: SHARDS }, () => new Map<string, number>());

  get(term: string): number | undefined {
    return this.#shardOf(term).get(term);
  }

  set(term: string, id: number): void {
    this.#shardOf(term).set(term, id);
  }

  delete(term: string): void {
    this.#shardOf(term).delete(term);
  }

  /** Skips entries deleted meanwhile. */
  *[Symbol.iterator](): Generator<[term: string, id: number]> {
    for (const shard of this.#shards) yield* shard;
  }

  #shardOf(term: string): Map<string, number> {
    const { length } = term;
    if (length === 0) return this.#shards[0]!;
    const sum =
      term.charCodeAt(0) + 7 * term.charCodeAt(length >> 1) + 31 * term.charCodeAt(length - 1) + length;
    return this.#shards[sum % SHARDS]!;
  }
}
