import type { WeightedTerm } from '../../ports/search-index.ts';
import { inverseDocumentFrequency, K1, lengthNorm } from './bm25.ts';
import { doubled } from './growing.ts';
import type { Postings } from './postings.ts';
import { type ScoredSlot, TopSlots } from './top-slots.ts';

/** Scoring one chunk from its own terms costs about as much as visiting this many postings. */
const POSTINGS_PER_CHUNK = 80;

/** A term that occurs in visible chunks, or a phrase of such terms. */
interface Alternative {
  /** The rarest first. */
  readonly ids: readonly number[];
  /** weight · idf · (k1 + 1): upper bound of its share of a score. */
  readonly bound: number;
}

/** A word of the query: a term and its variants, of which the best counts. */
interface SoughtWord {
  readonly alternatives: readonly Alternative[];
  readonly bound: number;
  readonly postings: number;
}

/**
 * BM25 over `Postings`, word by word, highest bound first. As soon as the remaining words could not lift an unseen
 * chunk into the best, only the candidates are completed, each from its own list of terms. So a stop word's postings
 * are hardly ever visited, and yet every score and the order are exact.
 *
 * @see Turtle & Flood, "Query evaluation: strategies and optimizations", 1995 (max-score).
 */
export class Bm25Search {
  readonly #postings: Postings;
  /** Partial score by slot, 0 where no term was met; `#reached` lists the others. All 0 between searches. */
  #scores = new Float64Array(1024);
  #reached = new Uint32Array(1024);
  #reachedCount = 0;
  /** By term id: place in `#counts` from 1; 0 for terms not in the query. */
  #places = new Uint16Array(1024);
  /** The query's terms, each once. */
  #ids: number[] = [];
  #words: SoughtWord[] = [];
  /** How many of `#words` are included in `#scores`. */
  #wordsAdded = 0;
  /** Best share of the word being added, by slot; `#touched` lists those above 0. All 0 between words. */
  #shares = new Float64Array(1024);
  #touched = new Uint32Array(1024);
  #touchedCount = 0;
  /** By slot: how many terms of the phrase being added it has, in their order; all 0 between phrases. */
  #phraseTerms = new Uint16Array(1024);
  /** The count of the rarest of these terms in it. */
  #phraseCounts = new Uint32Array(1024);
  /**
   * An early end is tried when the remaining postings exceed the chunks reached by this factor: each try visits them
   * all.
   */
  #savingMin = 1;
  #counts = new Uint32Array(0);
  #fixed = 0;
  #perToken = 0;

  constructor(postings: Postings) {
    this.#postings = postings;
  }

  /** Starts a search; call `close` before the next. Nothing may be indexed in between. */
  open(terms: readonly WeightedTerm[]): void {
    const postings = this.#postings;
    if (postings.idsUsed > this.#places.length) this.#places = doubled(this.#places, postings.idsUsed);
    if (postings.slotsUsed > this.#scores.length) {
      this.#scores = doubled(this.#scores, postings.slotsUsed);
      this.#reached = doubled(this.#reached, postings.slotsUsed);
      this.#shares = doubled(this.#shares, postings.slotsUsed);
      this.#touched = doubled(this.#touched, postings.slotsUsed);
      this.#phraseTerms = doubled(this.#phraseTerms, postings.slotsUsed);
      this.#phraseCounts = doubled(this.#phraseCounts, postings.slotsUsed);
    }
    for (const { term, weight, variants = [] } of terms) {
      const word = [
        this.#alternative([term], weight),
        ...variants.map((variant) => this.#alternative(variant.terms, weight * variant.weight, term)),
      ];
      const alternatives = word.filter((each) => each !== undefined).sort((a, b) => b.bound - a.bound);
      if (alternatives.length === 0) continue;
      const lists = alternatives.flatMap(({ ids }) => ids);
      this.#words.push({
        alternatives,
        bound: alternatives[0]!.bound,
        postings: lists.reduce((sum, id) => sum + postings.lists.length(id), 0),
      });
      for (const id of lists) if (this.#places[id] === 0) this.#places[id] = this.#ids.push(id);
    }
    this.#words.sort((a, b) => b.bound - a.bound);
    this.#counts = new Uint32Array(this.#ids.length);
    if (this.#words.length > 0) {
      ({ fixed: this.#fixed, perToken: this.#perToken } = lengthNorm(postings.averageLength));
    }
  }

  close(): void {
    for (const id of this.#ids) this.#places[id] = 0;
    this.#ids = [];
    this.#words = [];
    this.#wordsAdded = 0;
    this.#savingMin = 1;
    const reachedCount = this.#reachedCount;
    this.#reachedCount = 0;
    // Last: V8 discards on-stack compiled code at the first new line after the loop.
    for (let i = 0; i < reachedCount; i++) this.#scores[this.#reached[i]!] = 0;
  }

  /**
   * The best `limit` (≥ 1) of the slots for which `eligible` is 1 and whose score is > 0, in no particular order.
   *
   * @param count Number of eligible slots: when there are few, each is scored from its own terms.
   */
  best(limit: number, eligible: Uint8Array, count: number): ScoredSlot[] {
    const words = this.#words;
    const postings = words.reduce((sum, word) => sum + word.postings, 0);
    if (count * POSTINGS_PER_CHUNK < postings) return this.#bestOfFew(limit, eligible);
    for (const [i, word] of words.entries()) {
      this.#addWord(word);
      this.#wordsAdded = i + 1;
      const finished = this.#finishEarly(i + 1, limit, eligible);
      if (finished) return finished;
    }
    return this.#bestSoFar(limit, eligible).found();
  }

  /** BM25 of one live chunk; sums in the same order as `best`, so that equal chunks score equal to the last bit. */
  score(slot: number): number {
    if (this.#wordsAdded === this.#words.length) return this.#scores[slot]!;
    const [places, counts] = [this.#places, this.#counts];
    counts.fill(0);
    const { terms } = this.#postings.versionAt(slot)!;
    const { from, to } = this.#postings.termsOf(slot);
    for (let i = from; i < to; i++) {
      const id = terms[i]! >>> 8;
      const place = places[id]!;
      if (place > 0) counts[place - 1] = this.#postings.exactCount(terms[i]! & 255, slot, id);
    }
    const norm = this.#fixed + this.#perToken * this.#postings.lengths[slot]!;
    let score = 0;
    for (const { alternatives } of this.#words) {
      let best = 0;
      for (const { ids, bound } of alternatives) {
        let count = counts[places[ids[0]!]! - 1]!;
        for (let i = 1; i < ids.length; i++) count = Math.min(count, counts[places[ids[i]!]! - 1]!);
        if (count > 0) best = Math.max(best, (bound * count) / (count + norm));
      }
      score += best;
    }
    return score;
  }

  /**
   * Undefined when one of the terms is in no chunk.
   *
   * @param own The word that they stand for.
   */
  #alternative(terms: readonly string[], weight: number, own?: string): Alternative | undefined {
    const postings = this.#postings;
    const ids: number[] = [];
    let idf = 0;
    for (const term of terms) {
      const id = postings.idOf(term);
      const frequency = id === undefined ? 0 : postings.frequency(id);
      if (id === undefined || frequency === 0) return undefined;
      ids.push(id);
      idf = Math.max(idf, inverseDocumentFrequency(postings.chunks, frequency));
    }
    if (own !== undefined) idf = Math.min(idf, postings.idf(own));
    ids.sort((a, b) => postings.frequency(a) - postings.frequency(b));
    return { ids, bound: weight * idf * (K1 + 1) };
  }

  #addWord({ alternatives }: SoughtWord): void {
    const [first] = alternatives;
    if (alternatives.length === 1 && first!.ids.length === 1) {
      this.#addTerm(first!);
      return;
    }
    for (const alternative of alternatives) this.#raiseShares(alternative);
    const [scores, reached, shares, touched] = [this.#scores, this.#reached, this.#shares, this.#touched];
    const touchedCount = this.#touchedCount;
    this.#touchedCount = 0;
    for (let i = 0; i < touchedCount; i++) {
      const slot = touched[i]!;
      if (scores[slot] === 0) reached[this.#reachedCount++] = slot;
      scores[slot]! += shares[slot]!;
      shares[slot] = 0;
    }
  }

  /** Raises the share of each chunk with a term, or with all terms of a phrase: it counts as often as the rarest. */
  #raiseShares({ ids, bound }: Alternative): void {
    const postings = this.#postings;
    const [found, counts, lengths] = [this.#phraseTerms, this.#phraseCounts, postings.lengths];
    const [shares, touched] = [this.#shares, this.#touched];
    const [fixed, perToken] = [this.#fixed, this.#perToken];
    const last = ids.length - 1;
    let touchedCount = this.#touchedCount;
    for (let term = 0; term <= last; term++) {
      const id = ids[term]!;
      postings.lists.forEachRun(id, (page, from, to) => {
        for (let i = from; i < to; i++) {
          const entry = page[i]!;
          const slot = entry >>> 8;
          if (found[slot] !== term) continue;
          let count = postings.exactCount(entry & 255, slot, id);
          if (term > 0 && counts[slot]! < count) count = counts[slot]!;
          if (term < last) {
            found[slot] = term + 1;
            counts[slot] = count;
            continue;
          }
          const share = (bound * count) / (count + (fixed + perToken * lengths[slot]!));
          if (shares[slot] === 0) touched[touchedCount++] = slot;
          if (share > shares[slot]!) shares[slot] = share;
        }
      });
    }
    this.#touchedCount = touchedCount;
    if (last === 0) return;
    postings.lists.forEachRun(ids[0]!, (page, from, to) => {
      for (let i = from; i < to; i++) found[page[i]! >>> 8] = 0;
    });
  }

  #addTerm({ ids: [id], bound }: Alternative): void {
    const postings = this.#postings;
    const [scores, reached, lengths] = [this.#scores, this.#reached, postings.lengths];
    const [fixed, perToken] = [this.#fixed, this.#perToken];
    let reachedCount = this.#reachedCount;
    postings.lists.forEachRun(id!, (page, from, to) => {
      for (let i = from; i < to; i++) {
        const entry = page[i]!;
        const slot = entry >>> 8;
        let count = entry & 255;
        if (count === 255) count = postings.exactCount(count, slot, id!);
        const before = scores[slot]!;
        if (before === 0) reached[reachedCount++] = slot;
        scores[slot] = before + (bound * count) / (count + (fixed + perToken * lengths[slot]!));
      }
    });
    this.#reachedCount = reachedCount;
  }

  /**
   * The result, when words from `next` on can only reorder the chunks reached, and completing these is cheaper than
   * visiting the next word's postings; otherwise undefined.
   */
  #finishEarly(next: number, limit: number, eligible: Uint8Array): ScoredSlot[] | undefined {
    const left = this.#words.slice(next);
    const postingsLeft = left.reduce((sum, word) => sum + word.postings, 0);
    if (this.#reachedCount < limit || postingsLeft <= this.#reachedCount * this.#savingMin) return undefined;
    if (limit * POSTINGS_PER_CHUNK > left[0]!.postings) return undefined;
    this.#savingMin *= 2;
    const toCome = left.reduce((sum, word) => sum + word.bound, 0);
    const soFar = this.#bestSoFar(limit, eligible);
    if (soFar.threshold <= toCome) return undefined;

    const [reached, scores] = [this.#reached, this.#scores];
    const inReach: number[] = [];
    for (let i = 0; i < this.#reachedCount; i++) {
      const slot = reached[i]!;
      if (scores[slot]! + toCome < soFar.threshold || eligible[slot] !== 1) continue;
      inReach.push(slot);
      if (inReach.length * POSTINGS_PER_CHUNK > left[0]!.postings) return undefined;
    }
    return this.#finish(inReach, toCome, soFar);
  }

  /** The best so far come first: then most of the others are ruled out without being completed. */
  #finish(inReach: readonly number[], toCome: number, soFar: TopSlots): ScoredSlot[] {
    const top = new TopSlots(soFar.limit, this.#postings.precedes);
    const first = new Set(soFar.found().map(({ slot }) => slot));
    for (const slot of first) top.offer(this.score(slot), slot);
    for (const slot of inReach) {
      if (this.#scores[slot]! + toCome < top.threshold || first.has(slot)) continue;
      top.offer(this.score(slot), slot);
    }
    return top.found();
  }

  #bestOfFew(limit: number, eligible: Uint8Array): ScoredSlot[] {
    const top = new TopSlots(limit, this.#postings.precedes);
    for (let slot = eligible.indexOf(1); slot >= 0; slot = eligible.indexOf(1, slot + 1)) {
      const score = this.score(slot);
      if (score > 0) top.offer(score, slot);
    }
    return top.found();
  }

  #bestSoFar(limit: number, eligible: Uint8Array): TopSlots {
    const top = new TopSlots(limit, this.#postings.precedes);
    const [reached, scores] = [this.#reached, this.#scores];
    let threshold = top.threshold;
    for (let i = 0; i < this.#reachedCount; i++) {
      const slot = reached[i]!;
      if (scores[slot]! < threshold || eligible[slot] !== 1) continue;
      top.offer(scores[slot]!, slot);
      threshold = top.threshold;
    }
    return top;
  }
}
