import type { ParsedDocument } from '../src/ingestion/parsing/parsed-document.ts';
import type { Reference } from './reference.ts';

/** A folder of test data, read: corpora to index, and the lines of the report that are measured on each. */
export interface EvaluationSet {
  /** Path of the folder below the data folder, such as `qa/squad-a`. */
  readonly name: string;
  /** One, or one a language. */
  readonly corpora: readonly Corpus[];
  /** Shown below the members when the set has several corpora of one kind: their mean, and what it is held against. */
  readonly mean?: { readonly line: string; readonly reference: Reference | undefined };
}

export interface Corpus {
  readonly documents: readonly SourceDocument[];
  readonly lines: readonly Line[];
  /** What is asked end to end. */
  readonly tasks: readonly AnsweringTask[];
}

/** What the product's ingestion takes over from the parser: here a row of the corpus, or a file that was parsed. */
export interface SourceDocument {
  /** The id that judgments use. */
  readonly key: string;
  readonly title: string | null;
  readonly filename: string;
  readonly parsed: ParsedDocument;
}

/** One line of the ranking table. */
export interface Line {
  readonly name: string;
  /** What judgments name: the documents, their pages (`<key>#p<page>`), or the chunk that holds an offset. */
  readonly unit: 'document' | 'page' | 'chunk';
  readonly questions: readonly RankedQuestion[];
  readonly reference: Reference | undefined;
}

export interface AskedQuestion {
  readonly id: string;
  readonly text: string;
  /** What the user asked before, oldest first; empty for a first question. */
  readonly earlier: readonly string[];
  /** What was answered last, where the set says so. */
  readonly lastAnswer?: string;
  /** Keys of the documents that are searched; null for all. */
  readonly within: ReadonlySet<string> | null;
  /** What is searched stands for a whole corpus: the asker named no document. */
  readonly isWholeCorpus?: boolean;
}

export interface RankedQuestion extends AskedQuestion {
  /** Grade of each relevant unit; for `chunk` of `<key>@<offset>`, UTF-16 units into the document's text. */
  readonly relevant: ReadonlyMap<string, number>;
}

/** Questions that are answered end to end. Tasks of one name are one line of the report, whatever corpora they ask. */
export interface AnsweringTask {
  readonly name: string;
  readonly answerable: readonly AnswerableQuestion[];
  readonly gold: Gold;
  readonly unanswerable: readonly UnanswerableQuestions[];
}

/**
 * How an answer is held against the gold answers: it quotes one (`quoted`), it shares words with one (`overlap`), or it
 * cites the page of one (`pages`). `none` where nothing can be compared, so that only refusals count.
 */
export type Gold = 'quoted' | 'overlap' | 'pages' | 'none';

export interface AnswerableQuestion extends AskedQuestion {
  /** For `pages` their keys, `<key>#p<page>`. */
  readonly answers: readonly string[];
}

export interface UnanswerableQuestions {
  /** On the topic of the corpus; about something else, also after a turn that was answered; presuming what is not so, or what is. */
  readonly kind:
    | 'near misses'
    | 'foreign questions'
    | 'foreign after answers'
    | 'false premises'
    | 'true premises';
  readonly questions: readonly AskedQuestion[];
}
