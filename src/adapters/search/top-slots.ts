export interface ScoredSlot {
  readonly slot: number;
  readonly score: number;
}

/** The best `limit` of the slots offered to it: a binary heap whose root is the worst one kept. */
export class TopSlots {
  readonly limit: number;
  readonly #precedes: (a: number, b: number) => boolean;
  readonly #slots: number[] = [];
  readonly #scores: number[] = [];

  /**
   * @param limit ≥ 1.
   * @param precedes Whether slot `a` goes before slot `b` when their scores are equal: a strict order.
   */
  constructor(limit: number, precedes: (a: number, b: number) => boolean) {
    this.limit = limit;
    this.#precedes = precedes;
  }

  /** What a score must reach to be kept; −∞ until `limit` slots are. */
  get threshold(): number {
    return this.#slots.length < this.limit ? Number.NEGATIVE_INFINITY : this.#scores[0]!;
  }

  offer(score: number, slot: number): void {
    if (this.#slots.length < this.limit) {
      this.#slots.push(slot);
      this.#scores.push(score);
      this.#rise(this.#slots.length - 1);
    } else if (this.#isWorse(this.#scores[0]!, this.#slots[0]!, score, slot)) {
      this.#slots[0] = slot;
      this.#scores[0] = score;
      this.#sink();
    }
  }

  /** Best first. */
  sorted(): ScoredSlot[] {
    return this.#slots
      .map((slot, i) => ({ slot, score: this.#scores[i]! }))
      .sort((a, b) => (this.#isWorse(a.score, a.slot, b.score, b.slot) ? 1 : -1));
  }

  #rise(from: number): void {
    let child = from;
    while (child > 0) {
      const parent = (child - 1) >> 1;
      if (!this.#isWorseAt(child, parent)) return;
      this.#exchange(child, parent);
      child = parent;
    }
  }

  #sink(): void {
    let parent = 0;
    for (;;) {
      let worst = parent;
      for (const child of [2 * parent + 1, 2 * parent + 2]) {
        if (child < this.#slots.length && this.#isWorseAt(child, worst)) worst = child;
      }
      if (worst === parent) return;
      this.#exchange(parent, worst);
      parent = worst;
    }
  }

  #isWorseAt(a: number, b: number): boolean {
    return this.#isWorse(this.#scores[a]!, this.#slots[a]!, this.#scores[b]!, this.#slots[b]!);
  }

  #isWorse(scoreA: number, slotA: number, scoreB: number, slotB: number): boolean {
    return scoreA === scoreB ? this.#precedes(slotB, slotA) : scoreA < scoreB;
  }

  #exchange(a: number, b: number): void {
    const slot = this.#slots[a]!;
    const score = this.#scores[a]!;
    this.#slots[a] = this.#slots[b]!;
    this.#scores[a] = this.#scores[b]!;
    this.#slots[b] = slot;
    this.#scores[b] = score;
  }
}
