import type { WeightedTerm } from '../ports/search-index.ts';
import type { ShortForm } from './question/short-forms.ts';
import type { Spellings } from './question/spelling.ts';

/** What passages are looked for by. */
export interface RetrievalQuery {
  /** The question as a model of words would read it. */
  readonly text: string;
  /** Distinct: `questionTerms`, and after them the `carriedTerms` of earlier turns. */
  readonly terms: readonly WeightedTerm[];
  /** It stands in a conversation, whose questions are answered at length more often than by one sentence. */
  readonly isFollowUp?: boolean;
  /** What words that the corpus does not know are taken for; the retriever finds out by itself. */
  readonly spellings?: Spellings;
  /** What its initialisms stand for; the retriever finds out by itself. */
  readonly shortForms?: readonly ShortForm[];
}
