import type { WeightedTerm } from '../ports/search-index.ts';
import { STOP_WORD_WEIGHT } from './question-terms.ts';

/**
 * Weight of a word of the previous turn, against 1 for a word of the question itself: 0.4–0.5 is best, 0.6 is too much.
 */
const CARRIED_WEIGHT = 0.5;
/**
 * Factor for each further turn back; without it words of long-finished topics win. A question that shows it continues
 * ("and …", "… it …") continues the previous turn.
 */
const DECAY_PER_TURN = { continues: 0.5, otherwise: 0.7 };
/** Three and four measure the same; more dilute the question, especially one on a new subject. */
const CARRIED_TERMS_MAX = 4;
/** Weight of the words of the last answer; at 0.1, or with ten words, questions on another subject lose. */
const ECHOED_WEIGHT = { continues: 0.1, otherwise: 0.05 };
const ECHOED_TERMS_MAX = 5;

/** Factor of the words of a refused question, and of one in another language. */
const DOUBTFUL_FACTOR = 0.5;

/** What decides which words of a conversation are carried over, and their weight. */
interface Lending {
  /**
   * Inverse document frequency in the corpus, > 0; the empty term, which no chunk holds, has the maximum. A term with
   * that value is not in the corpus and would only take the place of one that is.
   */
  readonly idf: (term: string) => number;
  /** Whether the words of the question show that it continues the previous turn. */
  readonly continues: boolean;
}

/** An earlier question. */
export interface EarlierTurn {
  /** As returned by `questionTerms`. */
  readonly terms: readonly WeightedTerm[];
  /** The question had no answer: if it is the last one, the one before it is as likely to be continued. */
  readonly isRefused?: boolean;
  /** It is in another language than the question. */
  readonly isForeign?: boolean;
}

/**
 * Words of earlier turns that a follow-up question leaves unsaid, searched for in addition to its own. A content word last
 * asked k turns back gets 0.5 × 0.7^(k − 1), or 0.5^k where the question continues the previous turn; half of it in a
 * refused question or another language. The four with the highest weight × idf are kept; ties go to the word said last, since the subject of a question is mostly at its end.
 * A number takes the place of earlier ones, also where it is all that the question says. No pronoun or the like is
 * required: many follow-ups have none.
 *
 * @param earlier The user's earlier turns, oldest first.
 * @param question The terms of the question itself, which are not carried.
 * @returns Strongest first, at most four, none of them in `question`; append them to it.
 */
export function carriedTerms(
  earlier: readonly EarlierTurn[],
  question: readonly WeightedTerm[],
  { idf, continues }: Lending,
): WeightedTerm[] {
  const seen = new Set(question.map(({ term }) => term));
  const carried: (WeightedTerm & { readonly strength: number })[] = [];
  const idfOfAbsent = idf('');
  let weight = CARRIED_WEIGHT;
  // “And in 2022?” is not about 2023 any more.
  const content = question.filter(({ term }) => !isStopTerm(term));
  let hasNumber = content.length > 0 && content.every(({ term }) => isNumber(term));
  for (const [back, { terms, isRefused, isForeign }] of earlier.toReversed().entries()) {
    const share = isRefused || isForeign ? weight * DOUBTFUL_FACTOR : weight;
    const isSuperseded = hasNumber;
    for (const { term, weight: asked } of terms.toReversed()) {
      // The `many` of "how many" is no subject, either.
      const isSmall = isStopTerm(term) || asked <= STOP_WORD_WEIGHT;
      if (seen.has(term) || isSmall || (isSuperseded && isNumber(term))) continue;
      hasNumber ||= isNumber(term);
      seen.add(term);
      const rarity = idf(term);
      if (rarity >= idfOfAbsent) continue;
      carried.push({ term, weight: share, strength: share * rarity });
    }
    if (back === 0 && isRefused) continue;
    weight *= continues ? DECAY_PER_TURN.continues : DECAY_PER_TURN.otherwise;
  }
  return carried
    .sort((a, b) => b.strength - a.strength)
    .slice(0, CARRIED_TERMS_MAX)
    .map(({ term, weight }) => ({ term, weight }));
}

/**
 * The five most informative words of the last answer, at a small weight: they lead a follow-up to the current subject,
 * more strongly where the question shows that it continues.
 *
 * @param answer Terms of the answer, as returned by `questionTerms`: the weight is the number of occurrences n.
 * @param query Terms already searched for, carried ones included; not added again.
 * @returns Strongest first, by (1 + ln n) × idf.
 */
export function echoedTerms(
  answer: readonly WeightedTerm[],
  query: readonly WeightedTerm[],
  { idf, continues }: Lending,
): WeightedTerm[] {
  const seen = new Set(query.map(({ term }) => term));
  const idfOfAbsent = idf('');
  const weight = continues ? ECHOED_WEIGHT.continues : ECHOED_WEIGHT.otherwise;
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

function isNumber(term: string): boolean {
  return /^\p{N}+$/u.test(term);
}
