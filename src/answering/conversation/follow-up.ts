import type { WeightedTerm } from '../../ports/search-index.ts';
import { analyze } from '../../retrieval/analysis/analyzer.ts';
import { carriedTerms, echoedTerms } from '../../retrieval/question/carried-terms.ts';
import { questionTerms } from '../../retrieval/question/question-terms.ts';
import { continuesEarlier } from './dependent-question.ts';
import type { Conversation } from './memory.ts';

/** A question that stands alone: its own terms, and those carried over from the conversation. */
export interface StandaloneQuery {
  /** The question in its own words. */
  readonly question: string;
  /** For people and logs: `and for damaged items? (refund, policy)`. */
  readonly text: string;
  /** The question's own terms, then the carried ones and the strongest of the last answer; distinct. */
  readonly terms: readonly WeightedTerm[];
  readonly carried: readonly WeightedTerm[];
  /** Whether the conversation has an answered turn. */
  readonly isFollowUp: boolean;
}

/**
 * Makes a follow-up stand alone by carrying over the strongest words of the user's earlier questions. The question's
 * own words weigh so much more that a question on a new subject is not led astray.
 *
 * @param languages Possible languages of the question, as returned by `questionLanguages`.
 * @param idf Inverse document frequency of a term in the corpus.
 */
export function standaloneQuery(
  question: string,
  conversation: Conversation,
  { languages, idf }: { languages: readonly string[]; idf: (term: string) => number },
): StandaloneQuery {
  const own = questionTerms(question, languages);
  const goesOn = continuesEarlier(question);
  // A refused question gives no subject to continue, unless this question shows that it continues it.
  const turns = conversation.turns.filter(({ refused }) => !refused || goesOn);
  const earlier = [conversation.summary.join(' '), ...turns.map((turn) => turn.question)];
  const carried = carriedTerms(
    earlier.map((text) => questionTerms(text, languages)),
    own,
    { idf, goesOn },
  );
  const words = carried.map(({ term }) => wordFor(term, earlier, languages));
  const text = words.length === 0 ? question : `${question} (${words.join(', ')})`;
  const last = conversation.turns.at(-1);
  const lastAnswer = last && !last.refused ? questionTerms(last.answer, languages) : [];
  const echoed = echoedTerms(lastAnswer, [...own, ...carried], { idf, goesOn });
  return { question, text, terms: [...own, ...carried, ...echoed], carried, isFollowUp: turns.length > 0 };
}

/** The distinct content words of a text, as written. */
export function contentWords(text: string, language: string | null): string[] {
  const words = analyze(text, language).filter(({ kind }) => kind !== 'stop');
  return [...new Set(words.map(({ surface }) => surface))];
}

/** The last written form of a term. */
function wordFor(term: string, texts: readonly string[], languages: readonly string[]): string {
  for (const text of texts.toReversed()) {
    for (const language of languages) {
      const token = analyze(text, language).find((token) => token.term === term);
      if (token) return token.surface;
    }
  }
  return term;
}
