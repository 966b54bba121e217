import type { WeightedTerm } from '../ports/search-index.ts';
import type { ShortForm } from './question/short-forms.ts';
import type { Spellings } from './question/spelling.ts';

/** A query for passages. */
export interface RetrievalQuery {
  /** The question as plain text, for models that read text. */
  readonly text: string;
  /** Distinct: `questionTerms`, and after them the `carriedTerms` of earlier turns. */
  readonly terms: readonly WeightedTerm[];
  /** Part of a conversation: such questions are answered at length more often than by one sentence. */
  readonly isFollowUp?: boolean;
  /** Corrections of words that the corpus does not know; set by the retriever. */
  readonly spellings?: Spellings;
  /** Expansions of its initialisms; set by the retriever. */
  readonly shortForms?: readonly ShortForm[];
}
