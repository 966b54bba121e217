import type { WeightedTerm } from '../ports/search-index.ts';
import type { Variants } from './expansion/everyday-words.ts';
import type { ShortForm } from './expansion/short-forms.ts';
import type { Spellings } from './expansion/spelling.ts';

/** A query for passages. */
export interface RetrievalQuery {
  /** The question as plain text, for models that read text. */
  readonly text: string;
  /** Distinct: `questionTerms`, and after them the `carriedTerms` of earlier turns. */
  readonly terms: readonly WeightedTerm[];
  /** ISO 639-1 codes of the languages that `terms` were analysed in; absent when unknown. */
  readonly languages?: readonly string[];
  /** Part of a conversation: such questions are answered at length more often than by one sentence. */
  readonly isFollowUp?: boolean;
  /** How the corpus spells its words, where it differs; set by the retriever. */
  readonly spellings?: Spellings;
  /** What documents may say instead of its words; set by the retriever. */
  readonly variants?: Variants;
  /** Expansions of its initialisms; set by the retriever. */
  readonly shortForms?: readonly ShortForm[];
}
