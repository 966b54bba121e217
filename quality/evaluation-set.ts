import type { ParsedDocument } from '../src/ingestion/parsing/parsed-document.ts';
import type { Reference } from './reference.ts';

/** A folder of test data: corpora to index, and the report lines measured on each. */
export interface EvaluationSet {
  /** Path of the folder below the data folder, such as `qa/squad-a`. */
  readonly name: string;
  /** One, or one a language. */
  readonly corpora: readonly Corpus[];
  /** Shown below the members when the set has several corpora of one kind: their mean and its reference. */
  readonly mean?: { readonly line: string; readonly reference: Reference | undefined };
}

export interface Corpus {
  readonly documents: readonly SourceDocument[];
  readonly lines: readonly Line[];
  /** Questions asked end to end. */
  readonly tasks: readonly AnsweringTask[];
}

/** The parser's output as the product's ingestion gets it: here a row of the corpus, or a parsed file. */
export interface SourceDocument {
  /** The id used by judgments. */
  readonly key: string;
  readonly title: string | null;
  readonly filename: string;
  readonly parsed: ParsedDocument;
}

/** One line of the ranking table. */
export interface Line {
  readonly name: string;
  /** The unit that judgments name: documents, their pages (`<key>#p<page>`), or the chunk that holds an offset. */
  readonly unit: 'document' | 'page' | 'chunk';
  readonly questions: readonly RankedQuestion[];
  readonly reference: Reference | undefined;
}

export interface AskedQuestion {
  readonly id: string;
  readonly text: string;
  /** The user's earlier questions, oldest first; empty for a first question. */
  readonly earlier: readonly string[];
  /** The previous answer, when the set has it. */
  readonly lastAnswer?: string;
  /** Keys of the documents searched; null for all. */
  readonly within: ReadonlySet<string> | null;
  /** The searched documents stand for a whole corpus: the asker named no document. */
  readonly isWholeCorpus?: boolean;
}

export interface RankedQuestion extends AskedQuestion {
  /** Grade of each relevant unit; for `chunk` of `<key>@<offset>`, UTF-16 units into the document's text. */
  readonly relevant: ReadonlyMap<string, number>;
}

/** Questions answered end to end. Tasks with the same name form one line of the report, whatever their corpora. */
export interface AnsweringTask {
  readonly name: string;
  readonly answerable: readonly AnswerableQuestion[];
  readonly gold: Gold;
  readonly unanswerable: readonly UnanswerableQuestions[];
}

/**
 * How an answer is compared with the gold answers: it quotes one (`quoted`), shares words with one (`overlap`), or
 * cites the page of one (`pages`). `none`: no comparison, only refusals count.
 */
export type Gold = 'quoted' | 'overlap' | 'pages' | 'none';

export interface AnswerableQuestion extends AskedQuestion {
  /** For `pages` their keys, `<key>#p<page>`. */
  readonly answers: readonly string[];
}

export interface UnanswerableQuestions {
  /** On the corpus's topic; on something else, also after an answered turn; with a false premise, or a true one. */
  readonly kind:
    | 'near misses'
    | 'foreign questions'
    | 'foreign after answers'
    | 'false premises'
    | 'true premises';
  readonly questions: readonly AskedQuestion[];
}
