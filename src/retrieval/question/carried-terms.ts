import type { WeightedTerm } from '../../ports/search-index.ts';

/** Weight of a word of the turn before, against 1 for a word of the question itself: 0.4–0.5 is best, 0.6 is too much. */
const CARRIED_WEIGHT = 0.5;
/**
 * Factor for each further turn back; without it words of long-finished topics win. What says that it goes on ("and …",
 * "… it …") does so from the turn before.
 */
const DECAY_PER_TURN = { goesOn: 0.5, otherwise: 0.7 };
/** Four or three measure the same; more dilute the question, the more so when it is on a new subject. */
const CARRIED_TERMS_MAX = 4;
/** Weight and number of words of the last answer; at 0.1, or with ten of them, questions on another matter lose. */
const ECHOED_WEIGHT = { goesOn: 0.1, otherwise: 0.05 };
const ECHOED_TERMS_MAX = 5;

/** What decides how much a conversation lends to a question. */
interface Lending {
  /**
   * Of a term in the corpus, > 0; of the empty term, which no chunk holds, the greatest that there is. What is as rare as
   * that is nowhere in the corpus and would only take a place from a word that is.
   */
  readonly idf: (term: string) => number;
  /** Whether the question says by its words that it goes on from what was said last. */
  readonly goesOn: boolean;
}

/**
 * Words of earlier turns that a follow-up question leaves unsaid, to be searched beside its own. A content word that
 * was last asked k turns back gets 0.5 × 0.7^(k − 1), or 0.5^k where the question goes on, and the four with the highest
 * weight × idf are kept, of equals those that were said last: what a question is about stands mostly at its end. Nothing
 * such as a pronoun in the question is a condition: many follow-ups have none.
 *
 * @param earlier The terms of the user's earlier turns, oldest first; as `questionTerms` gives them.
 * @param question The terms of the question itself: what it says already is not carried.
 * @returns Strongest first, at most four, none of them in `question`; append them to it.
 */
export function carriedTerms(
  earlier: readonly (readonly WeightedTerm[])[],
  question: readonly WeightedTerm[],
  { idf, goesOn }: Lending,
): WeightedTerm[] {
  const seen = new Set(question.map(({ term }) => term));
  const carried: (WeightedTerm & { readonly strength: number })[] = [];
  const idfOfAbsent = idf('');
  let weight = CARRIED_WEIGHT;
  for (const turn of earlier.toReversed()) {
    for (const { term } of turn.toReversed()) {
      if (seen.has(term) || isStopTerm(term)) continue;
      seen.add(term);
      const rarity = idf(term);
      if (rarity < idfOfAbsent) carried.push({ term, weight, strength: weight * rarity });
    }
    weight *= goesOn ? DECAY_PER_TURN.goesOn : DECAY_PER_TURN.otherwise;
  }
  return carried
    .sort((a, b) => b.strength - a.strength)
    .slice(0, CARRIED_TERMS_MAX)
    .map(({ term, weight }) => ({ term, weight }));
}

/**
 * The five words of the last answer that say most, at a small weight: they lead a follow-up to what was just spoken of, the
 * more so where it says that it goes on.
 *
 * @param answer Terms of the answer, as `questionTerms` gives them: one that stands there n times weighs n.
 * @param query What is searched for already, carried terms included: it is not added again.
 * @returns Strongest first, by (1 + ln n) × idf.
 */
export function echoedTerms(
  answer: readonly WeightedTerm[],
  query: readonly WeightedTerm[],
  { idf, goesOn }: Lending,
): WeightedTerm[] {
  const seen = new Set(query.map(({ term }) => term));
  const idfOfAbsent = idf('');
  const weight = goesOn ? ECHOED_WEIGHT.goesOn : ECHOED_WEIGHT.otherwise;
  return answer
    .filter(({ term }) => !seen.has(term) && !isStopTerm(term) && idf(term) < idfOfAbsent)
    .map(({ term, weight }) => ({ term, strength: (1 + Math.log(weight)) * idf(term) }))
    .sort((a, b) => b.strength - a.strength)
    .slice(0, ECHOED_TERMS_MAX)
    .map(({ term }) => ({ term, weight }));
}

/** The analyzer keeps stop words in a term space of their own. */
function isStopTerm(term: string): boolean {
  return term.startsWith('.');
}
