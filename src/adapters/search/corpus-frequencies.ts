import { type Frequencies, inverseDocumentFrequency } from './bm25.ts';
import type { IndexedVersion, Postings } from './postings.ts';

/** The chunks of some documents, and their frequencies as if there were no others. Valid until the postings change. */
export class CorpusFrequencies implements Frequencies {
  /** 1 for a slot of theirs. */
  readonly eligible: Uint8Array;
  readonly chunks: number;
  readonly averageLength: number;
  readonly #postings: Postings;
  readonly #frequencies = new Map<number, number>();

  /** @param versions Of the documents; they are visible. */
  constructor(postings: Postings, versions: readonly IndexedVersion[]) {
    this.#postings = postings;
    this.eligible = new Uint8Array(postings.visible.length);
    let [chunks, length] = [0, 0];
    for (const { slots } of versions) {
      chunks += slots.length;
      for (const slot of slots) {
        this.eligible[slot] = 1;
        length += postings.lengths[slot]!;
      }
    }
    this.chunks = chunks;
    this.averageLength = chunks === 0 ? 0 : length / chunks;
  }

  frequency(id: number): number {
    const known = this.#frequencies.get(id);
    if (known !== undefined) return known;
    let frequency = 0;
    if (this.#postings.frequency(id) > 0)
      this.#postings.lists.forEachRun(id, (page, from, to) => {
        for (let i = from; i < to; i++) frequency += this.eligible[page[i]! >>> 8]!;
      });
    this.#frequencies.set(id, frequency);
    return frequency;
  }

  idf(term: string): number {
    const id = this.#postings.idOf(term);
    return inverseDocumentFrequency(this.chunks, id === undefined ? 0 : this.frequency(id));
  }
}
