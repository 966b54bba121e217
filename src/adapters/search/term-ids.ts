const SHARDS = 64;

/**
 * Numbers of terms, in many small maps: one of all terms would be copied as a whole whenever it grows, and nobody could
 * have a turn for the 30 ms and more that this takes for half a million.
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

  /** What is deleted meanwhile is passed over. */
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
