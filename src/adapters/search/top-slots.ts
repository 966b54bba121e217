export interface ScoredSlot {
  readonly slot: number;
  readonly score: number;
}

/** The best `limit` of the slots offered to it: a binary heap whose root is the worst of them. */
export class TopSlots {
  readonly limit: number;
  readonly #precedes: (a: number, b: number) => boolean;
  readonly #slots: Uint32Array;
  readonly #scores: Float64Array;
  #count = 0;
  #threshold = Number.NEGATIVE_INFINITY;

  /**
   * @param limit ≥ 1.
   * @param precedes Whether slot `a` goes before slot `b` when their scores are equal: a strict order.
   */
  constructor(limit: number, precedes: (a: number, b: number) => boolean) {
    this.limit = limit;
    this.#precedes = precedes;
    this.#slots = new Uint32Array(limit);
    this.#scores = new Float64Array(limit);
  }

  /** The score that a slot must reach; −∞ until `limit` slots were offered. */
  get threshold(): number {
    return this.#threshold;
  }

  offer(score: number, slot: number): void {
    if (score < this.#threshold) return;
    if (this.#count < this.limit) this.#rise(score, slot);
    else if (this.#isWorse(this.#scores[0]!, this.#slots[0]!, score, slot)) this.#sink(score, slot);
    if (this.#count === this.limit) this.#threshold = this.#scores[0]!;
  }

  /** In no particular order; valid until the next offer. */
  get slots(): Uint32Array {
    return this.#slots.subarray(0, this.#count);
  }

  /** In no particular order. */
  found(): ScoredSlot[] {
    const found: ScoredSlot[] = [];
    for (let i = 0; i < this.#count; i++) found.push({ slot: this.#slots[i]!, score: this.#scores[i]! });
    return found;
  }

  /** Inserts one more; better ones above it move down. */
  #rise(score: number, slot: number): void {
    const slots = this.#slots;
    const scores = this.#scores;
    let child = this.#count++;
    while (child > 0) {
      const parent = (child - 1) >> 1;
      if (!this.#isWorse(score, slot, scores[parent]!, slots[parent]!)) break;
      slots[child] = slots[parent]!;
      scores[child] = scores[parent]!;
      child = parent;
    }
    slots[child] = slot;
    scores[child] = score;
  }

  /** Replaces the worst; worse ones below it move up. */
  #sink(score: number, slot: number): void {
    const slots = this.#slots;
    const scores = this.#scores;
    let parent = 0;
    for (let child = 1; child < this.#count; child = 2 * parent + 1) {
      const right = child + 1;
      if (right < this.#count && this.#isWorse(scores[right]!, slots[right]!, scores[child]!, slots[child]!))
        child = right;
      if (!this.#isWorse(scores[child]!, slots[child]!, score, slot)) break;
      slots[parent] = slots[child]!;
      scores[parent] = scores[child]!;
      parent = child;
    }
    slots[parent] = slot;
    scores[parent] = score;
  }

  #isWorse(scoreA: number, slotA: number, scoreB: number, slotB: number): boolean {
    return scoreA === scoreB ? this.#precedes(slotB, slotA) : scoreA < scoreB;
  }
}
