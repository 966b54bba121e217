import type { WeightedTerm } from '../../ports/search-index.ts';
import { analyze } from '../../retrieval/analysis/analyzer.ts';
import { carriedTerms, echoedTerms } from '../../retrieval/question/carried-terms.ts';
import { questionTerms } from '../../retrieval/question/question-terms.ts';
import { continuesEarlier } from './dependent-question.ts';
import type { Conversation } from './memory.ts';

/** A question that stands alone: its own terms, and those that the conversation lends it. */
export interface StandaloneQuery {
  /** The question that is asked in its own words. */
  readonly question: string;
  /** For people and logs: `and for damaged items? (refund, policy)`. */
  readonly text: string;
  /** The question's own, after them the carried ones and the strongest of the last answer, all distinct. */
  readonly terms: readonly WeightedTerm[];
  readonly carried: readonly WeightedTerm[];
  /** Whether it stands in a conversation that was answered. */
  readonly isFollowUp: boolean;
}

/**
 * Makes a follow-up stand alone by carrying over the strongest words of what the user asked before. The question's own
 * words weigh so much more that one on a new subject is not turned aside.
 *
 * @param languages That the question may be in, as `questionLanguages` tells.
 * @param idf Of a term in the corpus.
 */
export function standaloneQuery(
  question: string,
  conversation: Conversation,
  { languages, idf }: { languages: readonly string[]; idf: (term: string) => number },
): StandaloneQuery {
  const own = questionTerms(question, languages);
  const goesOn = continuesEarlier(question);
  // What the documents did not answer is no subject to go on from, unless the question shows that it does.
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

/** The distinct content words of a text as they were written. */
export function contentWords(text: string, language: string | null): string[] {
  const words = analyze(text, language).filter(({ kind }) => kind !== 'stop');
  return [...new Set(words.map(({ surface }) => surface))];
}

/** How the term was last written. */
function wordFor(term: string, texts: readonly string[], languages: readonly string[]): string {
  for (const text of texts.toReversed()) {
    for (const language of languages) {
      const token = analyze(text, language).find((token) => token.term === term);
      if (token) return token.surface;
    }
  }
  return term;
}
