import type { QueryVariant, WeightedTerm } from '../ports/search-index.ts';
import { type TokenizedText, tokenized } from '../text/tokenized-text.ts';
import { type AskedDocuments, askedDocuments } from './asked-documents.ts';
import { type AskingClause, askingClauses } from './asking-clauses.ts';
import { asksToWrite } from './asks-to-write.ts';
import { continuesEarlier } from './continuation.ts';
import { asksForMore } from './elaboration.ts';
import { questionTerms } from './question-terms.ts';
import { type QuestionType, questionType } from './question-type.ts';

/**
 * A question, read once. Conversation and corpus add to it: each stage returns a new value, and none changes one. Search,
 * the choice of sentences, the gate, answers and traces take this value; `printQuestion` shows it.
 */
export interface ParsedQuestion {
  /** The question in its own words. */
  readonly asked: TokenizedText;
  /** ISO 639-1 codes of the languages that it may be in, the most probable first; empty when unknown. */
  readonly languages: readonly string[];
  /** The kind of answer it asks for. */
  readonly type: QuestionType;
  /** Its parts, where two of them ask something; else empty. */
  readonly clauses: readonly AskingClause[];
  /** Whether its words show that it continues an earlier question. */
  readonly continues: boolean;
  /** Whether it only asks for more of the answer before, or for its reason. */
  readonly asksForMore: boolean;
  /** What it asks about documents themselves: which mention annual leave, or who wrote one. */
  readonly ofDocuments: AskedDocuments | undefined;
  /** Whether it asks for a text to be written, which quoting cannot do. */
  readonly asksToWrite: boolean;

  /** The question with the words that it carries over: `and for damaged items? (refund, policy)`. */
  readonly standalone: TokenizedText;
  /** Words that it carries over from earlier turns, the strongest first; none of them is among its own. */
  readonly carried: readonly WeightedTerm[];
  /** Whether the conversation has an answered turn. */
  readonly isFollowUp: boolean;
  /** What was answered already and is not to be repeated, empty after a refusal; only of a request for more. */
  readonly said?: string;
  /** Terms of a language model's wordings, searched for in addition to its own. */
  readonly wordings?: readonly WeightedTerm[];

  /** What is searched for, each term once: its own, then those that conversation, wordings and corpus add. */
  readonly terms: readonly WeightedTerm[];
  /** How the corpus spells its words, where it differs. */
  readonly spellings?: Spellings | undefined;
  /** What documents may say instead of its words. */
  readonly variants?: Variants | undefined;
}

/**
 * Corpus terms for a term of the question: those that replace it when no chunk holds it, else the term itself and the
 * compounds that it is a part of.
 */
export type Spellings = ReadonlyMap<string, readonly WeightedTerm[]>;

/** Words and phrases that a document may use instead of a term of the question, best first. */
export type Variants = ReadonlyMap<string, readonly QueryVariant[]>;

/**
 * Reads a question on its own.
 *
 * @param text 1–2000 characters, trimmed.
 * @param languages As returned by `questionLanguages`.
 */
export function parseQuestion(text: string, languages: readonly string[]): ParsedQuestion {
  const asked = tokenized(text);
  const language = languages[0] ?? null;
  return {
    ...{ asked, languages },
    type: questionType(text),
    clauses: askingClauses(text),
    continues: continuesEarlier(text, language),
    asksForMore: asksForMore(text),
    ofDocuments: askedDocuments(text),
    asksToWrite: asksToWrite(text),
    standalone: asked,
    carried: [],
    isFollowUp: false,
    terms: questionTerms(asked, languages),
  };
}
