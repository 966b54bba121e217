import type { WeightedTerm } from '../../ports/search-index.ts';
import { type Frequencies, inverseDocumentFrequency, K1, lengthNorm } from './bm25.ts';
import { doubled } from './growing.ts';
import type { Postings } from './postings.ts';
import { type ScoredSlot, TopSlots } from './top-slots.ts';

/** Scoring one chunk from its own terms costs about as much as visiting this many postings. */
const POSTINGS_PER_CHUNK = 80;
/** Alternatives of a word whose bound is at least this share of another's are visited together. */
const SIMILAR_BOUND = 0.7;
/** Below 1 by more than 32 bits lose in a sum of shares. */
const ROUNDING = 1 - 1e-5;
/** A term that occurs in visible chunks, or a phrase of such terms. */
interface Alternative {
  /** The rarest first. */
  readonly ids: readonly number[];
  /** weight · idf · (k1 + 1): upper bound of its share of a score. */
  readonly bound: number;
}

/** An alternative of a word, to score a chunk by how often it has each term of the query. */
interface Use {
  /** Number of the word, of whose alternatives the best counts. */
  readonly word: number;
  /** Of its terms, places in `#counts` from 0. */
  readonly places: readonly number[];
  readonly bound: number;
}

/** Alternatives of a word with similar bounds, whose postings are visited together. */
interface Step {
  /** Number of the word. */
  readonly word: number;
  readonly alternatives: readonly Alternative[];
  readonly bound: number;
  /** To visit: of a phrase, those of its rarest term. */
  readonly postings: number;
}

/** What the steps from one on can still do. */
interface Rest {
  readonly postings: number;
  /** The most that they can add to a score. */
  readonly most: number;
}

/**
 * BM25 over `Postings`. Step by step, first what adds most for each posting, it sums what chunks may score at most. As
 * soon as the steps left could not lift an unseen chunk into the best, only the candidates are completed, each from its
 * own list of terms. So the postings of frequent words and variants are hardly ever visited, and yet every score and the
 * order are exact.
 *
 * @see Turtle & Flood, "Query evaluation: strategies and optimizations", 1995 (max-score).
 */
export class Bm25Search {
  readonly #postings: Postings;
  /** Of the search that is open. */
  #frequencies: Frequencies;
  /** At most the score so far by slot, 0 where no term was met; `#reached` lists the others. All 0 between searches. */
  #limits = new Float32Array(1024);
  #reached = new Uint32Array(1024);
  #reachedCount = 0;
  /** By term id: place in `#counts` from 1; 0 for terms not in the query. */
  #places = new Uint16Array(1024);
  /** The query's terms, each once. */
  #ids: number[] = [];
  /** Of single terms, by their places in `#counts`; those of phrases. */
  #uses: Use[][] = [];
  #phrases: Use[] = [];
  #steps: Step[] = [];
  /** By the number of steps made. */
  #rests: Rest[] = [];
  /** Best share of the step being added, by slot; `#touched` lists those above 0. All 0 between steps. */
  #shares = new Float32Array(1024);
  #touched = new Uint32Array(1024);
  #touchedCount = 0;
  /** Scores by slot, 0 for those that were not completed; `#completed` lists the others. All 0 between searches. */
  #scores = new Float64Array(1024);
  #completed: number[] = [];
  /** Only so many of `#reached`, the first, may still be among the best. */
  #candidates = Number.POSITIVE_INFINITY;
  /** The best so far are completed again when so many chunks are reached. */
  #completeAt = 0;
  #counts = new Uint32Array(0);
  /** Of the chunk being completed, the best share by word. */
  #bests = new Float64Array(0);
  #fixed = 0;
  #perToken = 0;

  constructor(postings: Postings) {
    this.#postings = postings;
    this.#frequencies = postings;
  }

  /**
   * Starts a search; call `close` before the next. Nothing may be indexed in between.
   *
   * @param frequencies Of the chunks that are eligible, and maybe of others.
   */
  open(terms: readonly WeightedTerm[], frequencies: Frequencies = this.#postings): void {
    const postings = this.#postings;
    this.#frequencies = frequencies;
    if (postings.idsUsed > this.#places.length) this.#places = doubled(this.#places, postings.idsUsed);
    if (postings.slotsUsed > this.#limits.length) {
      this.#limits = doubled(this.#limits, postings.slotsUsed);
      this.#reached = doubled(this.#reached, postings.slotsUsed);
      this.#shares = doubled(this.#shares, postings.slotsUsed);
      this.#touched = doubled(this.#touched, postings.slotsUsed);
      this.#scores = doubled(this.#scores, postings.slotsUsed);
    }
    for (const [word, { term, weight, variants = [] }] of terms.entries()) {
      const alternatives = [
        this.#alternative([term], weight),
        ...variants.map((variant) => this.#alternative(variant.terms, weight * variant.weight, term)),
      ].filter((each) => each !== undefined);
      alternatives.sort((a, b) => b.bound - a.bound);
      this.#steps.push(...this.#stepsOf(alternatives, word));
      for (const alternative of alternatives) this.#use(alternative, word);
    }
    this.#steps.sort((a, b) => a.postings * b.bound - b.postings * a.bound);
    this.#rests = restsOf(this.#steps, terms.length);
    this.#counts = new Uint32Array(this.#ids.length);
    this.#bests = new Float64Array(terms.length);
    ({ fixed: this.#fixed, perToken: this.#perToken } = lengthNorm(frequencies.averageLength));
  }

  close(): void {
    for (const id of this.#ids) this.#places[id] = 0;
    this.#ids = [];
    this.#uses = [];
    this.#phrases = [];
    this.#steps = [];
    this.#candidates = Number.POSITIVE_INFINITY;
    for (const slot of this.#completed) this.#scores[slot] = 0;
    this.#completed = [];
    this.#completeAt = 0;
    const reachedCount = this.#reachedCount;
    this.#reachedCount = 0;
    // Last: V8 discards on-stack compiled code at the first new line after the loop.
    for (let i = 0; i < reachedCount; i++) this.#limits[this.#reached[i]!] = 0;
  }

  /**
   * The best `limit` (≥ 1) of the eligible slots whose score is > 0, in no particular order.
   *
   * @param options.eligible 1 for an eligible slot.
   * @param options.count How many are: when there are few, each is scored from its own terms.
   * @param options.guesses Some of them: the better they are, the sooner the others are ruled out.
   */
  best(
    limit: number,
    { eligible, count, guesses }: { eligible: Uint8Array; count: number; guesses: readonly number[] },
  ): ScoredSlot[] {
    const top = new TopSlots(limit, this.#postings.precedes);
    const { postings } = this.#rests[0]!;
    if (count * POSTINGS_PER_CHUNK < postings) {
      for (let slot = eligible.indexOf(1); slot >= 0; slot = eligible.indexOf(1, slot + 1))
        this.#offer(slot, top);
      return top.found();
    }
    if (guesses.length * POSTINGS_PER_CHUNK < postings) for (const slot of guesses) this.#offer(slot, top);
    for (const [i, step] of this.#steps.entries()) {
      this.#add(step);
      if (this.#isFinished(i + 1, top, eligible)) break;
    }
    return top.found();
  }

  /** BM25 of one live chunk. */
  score(slot: number): number {
    if (this.#scores[slot] === 0) {
      this.#scores[slot] = this.#complete(slot);
      this.#completed.push(slot);
    }
    return this.#scores[slot]!;
  }

  /** Offers a slot with its score, unless it was offered before. */
  #offer(slot: number, top: TopSlots): void {
    if (this.#scores[slot] !== 0) return;
    const score = this.score(slot);
    if (score > 0) top.offer(score, slot);
  }

  #complete(slot: number): number {
    const [places, counts, bests, uses] = [this.#places, this.#counts, this.#bests, this.#uses];
    counts.fill(0);
    bests.fill(0);
    const { terms } = this.#postings.versionAt(slot)!;
    const { from, to } = this.#postings.termsOf(slot);
    const norm = this.#fixed + this.#perToken * this.#postings.lengths[slot]!;
    for (let i = from; i < to; i++) {
      const id = terms[i]! >>> 8;
      const place = places[id]!;
      if (place === 0) continue;
      const count = this.#postings.exactCount(terms[i]! & 255, slot, id);
      counts[place - 1] = count;
      for (const { word, bound } of uses[place - 1]!)
        bests[word] = Math.max(bests[word]!, (bound * count) / (count + norm));
    }
    for (const phrase of this.#phrases) {
      let count = counts[phrase.places[0]!]!;
      for (let i = 1; i < phrase.places.length; i++) count = Math.min(count, counts[phrase.places[i]!]!);
      if (count === 0) continue;
      bests[phrase.word] = Math.max(bests[phrase.word]!, (phrase.bound * count) / (count + norm));
    }
    let score = 0;
    for (let word = 0; word < bests.length; word++) score += bests[word]!;
    return score;
  }

  /**
   * Undefined when one of the terms is in no chunk.
   *
   * @param own The word that they stand for.
   */
  #alternative(terms: readonly string[], weight: number, own?: string): Alternative | undefined {
    const [postings, frequencies] = [this.#postings, this.#frequencies];
    const ids: number[] = [];
    let idf = 0;
    for (const term of terms) {
      const id = postings.idOf(term);
      const frequency = id === undefined ? 0 : frequencies.frequency(id);
      if (id === undefined || frequency === 0) return undefined;
      ids.push(id);
      idf = Math.max(idf, inverseDocumentFrequency(frequencies.chunks, frequency));
    }
    if (own !== undefined) idf = Math.min(idf, frequencies.idf(own));
    if (ids.length > 1) ids.sort((a, b) => postings.frequency(a) - postings.frequency(b));
    return { ids, bound: weight * idf * (K1 + 1) };
  }

  #use({ ids, bound }: Alternative, word: number): void {
    const places = ids.map((id) => {
      if (this.#places[id] === 0) {
        this.#places[id] = this.#ids.push(id);
        this.#uses.push([]);
      }
      return this.#places[id]! - 1;
    });
    const users = places.length === 1 ? this.#uses[places[0]!]! : this.#phrases;
    users.push({ word, places, bound });
  }

  /**
   * A variant that is much more frequent is a step of its own: its postings are many, and add little.
   *
   * @param alternatives The highest bound first.
   */
  #stepsOf(alternatives: readonly Alternative[], word: number): Step[] {
    const groups: Alternative[][] = [];
    for (const alternative of alternatives) {
      const group = groups.at(-1);
      if (group && alternative.bound >= group[0]!.bound * SIMILAR_BOUND) group.push(alternative);
      else groups.push([alternative]);
    }
    return groups.map((group) => ({
      word,
      alternatives: group,
      bound: group[0]!.bound,
      postings: group.reduce((sum, { ids }) => sum + this.#postings.lists.length(ids[0]!), 0),
    }));
  }

  #add({ alternatives }: Step): void {
    const [first] = alternatives;
    if (alternatives.length === 1 && first!.ids.length === 1) {
      this.#addTerm(first!);
      return;
    }
    for (const alternative of alternatives) this.#raiseShares(alternative);
    const [limits, reached, shares, touched] = [this.#limits, this.#reached, this.#shares, this.#touched];
    const touchedCount = this.#touchedCount;
    this.#touchedCount = 0;
    for (let i = 0; i < touchedCount; i++) {
      const slot = touched[i]!;
      if (limits[slot] === 0) reached[this.#reachedCount++] = slot;
      limits[slot]! += shares[slot]!;
      shares[slot] = 0;
    }
  }

  /** Raises the share of each chunk with a term, or with all terms of a phrase: at most as if it had all as often as this one. */
  #raiseShares({ ids, bound }: Alternative): void {
    const postings = this.#postings;
    const others = ids.slice(1).map((id) => postings.slotsWith(id));
    const [shares, touched, lengths] = [this.#shares, this.#touched, postings.lengths];
    const [fixed, perToken] = [this.#fixed, this.#perToken];
    let touchedCount = this.#touchedCount;
    postings.lists.forEachRun(ids[0]!, (page, from, to) => {
      for (let i = from; i < to; i++) {
        const entry = page[i]!;
        const slot = entry >>> 8;
        let count = entry & 255;
        let k = 0;
        while (k < others.length && ((others[k]![slot >>> 3]! >>> (slot & 7)) & 1) === 1) k++;
        if (k < others.length) continue;
        if (count === 255) count = postings.exactCount(count, slot, ids[0]!);
        const share = (bound * count) / (count + (fixed + perToken * lengths[slot]!));
        const before = shares[slot]!;
        if (before === 0) touched[touchedCount++] = slot;
        if (share > before) shares[slot] = share;
      }
    });
    this.#touchedCount = touchedCount;
  }

  #addTerm({ ids: [id], bound }: Alternative): void {
    const postings = this.#postings;
    const [limits, reached, lengths] = [this.#limits, this.#reached, postings.lengths];
    const [fixed, perToken] = [this.#fixed, this.#perToken];
    let reachedCount = this.#reachedCount;
    postings.lists.forEachRun(id!, (page, from, to) => {
      for (let i = from; i < to; i++) {
        const entry = page[i]!;
        const slot = entry >>> 8;
        let count = entry & 255;
        if (count === 255) count = postings.exactCount(count, slot, id!);
        const before = limits[slot]!;
        if (before === 0) reached[reachedCount++] = slot;
        limits[slot] = before + (bound * count) / (count + (fixed + perToken * lengths[slot]!));
      }
    });
    this.#reachedCount = reachedCount;
  }

  /**
   * Whether the steps left could only reorder the chunks reached, and completing these is cheaper than visiting more
   * postings. Then `top` has the result.
   *
   * @param made Number of steps made.
   */
  #isFinished(made: number, top: TopSlots, eligible: Uint8Array): boolean {
    const next = this.#steps[made];
    const { postings, most: toCome } = this.#rests[made]!;
    if (next && postings <= top.limit * POSTINGS_PER_CHUNK) return false;
    if (next && top.threshold <= toCome && this.#reachedCount < this.#completeAt) return false;
    if (this.#candidates > this.#reachedCount) {
      this.#completeAt = 2 * this.#reachedCount;
      for (const slot of this.#bestSoFar(top.limit, eligible)) this.#offer(slot, top);
      if (next && top.threshold <= toCome) return false;
    }

    this.#dropBelow((top.threshold - toCome) * ROUNDING, eligible);
    // The next step would rule out about half of them.
    if (next && this.#candidates * POSTINGS_PER_CHUNK > 2 * next.postings) return false;
    for (let i = 0; i < this.#candidates; i++) {
      const slot = this.#reached[i]!;
      if (this.#limits[slot]! >= (top.threshold - toCome) * ROUNDING) this.#offer(slot, top);
    }
    return true;
  }

  /** Moves the candidates that may reach this score to the front of `#reached`. */
  #dropBelow(scoreMin: number, eligible: Uint8Array): void {
    const [reached, limits] = [this.#reached, this.#limits];
    const before = Math.min(this.#candidates, this.#reachedCount);
    let candidates = 0;
    for (let i = 0; i < before; i++) {
      const slot = reached[i]!;
      if (limits[slot]! < scoreMin || eligible[slot] !== 1) continue;
      reached[i] = reached[candidates]!;
      reached[candidates++] = slot;
    }
    this.#candidates = candidates;
  }

  /** The best `limit` of the chunks reached by what they may score. */
  #bestSoFar(limit: number, eligible: Uint8Array): Uint32Array {
    const top = new TopSlots(limit, this.#postings.precedes);
    const [reached, limits] = [this.#reached, this.#limits];
    let threshold = top.threshold;
    for (let i = 0; i < this.#reachedCount; i++) {
      const slot = reached[i]!;
      if (limits[slot]! < threshold || eligible[slot] !== 1) continue;
      top.offer(limits[slot]!, slot);
      threshold = top.threshold;
    }
    return top.slots;
  }
}

/** @param words Upper bound of the words' numbers. @returns One more than there are steps. */
function restsOf(steps: readonly Step[], words: number): Rest[] {
  const bounds = new Float64Array(words);
  const rests: Rest[] = [{ postings: 0, most: 0 }];
  for (let step = steps.length - 1; step >= 0; step--) {
    const { word, bound, postings } = steps[step]!;
    bounds[word] = Math.max(bounds[word]!, bound);
    let most = 0;
    for (let each = 0; each < words; each++) most += bounds[each]!;
    rests.push({ postings: rests.at(-1)!.postings + postings, most });
  }
  return rests.reverse();
}
