import type { ParsedDocument } from '../src/ingestion/parsed-document.ts';
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
  /** Questions with gold answers, and questions that the corpus does not answer; absent without either. */
  readonly answering?: AnsweringTask;
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
  /** Keys of the documents that are searched; null for all. */
  readonly within: ReadonlySet<string> | null;
}

export interface RankedQuestion extends AskedQuestion {
  /** Grade of each relevant unit; for `chunk` of `<key>@<offset>`, UTF-16 units into the document's text. */
  readonly relevant: ReadonlyMap<string, number>;
}

export interface AnsweringTask {
  readonly name: string;
  readonly answerable: readonly (AskedQuestion & { readonly answers: readonly string[] })[];
  readonly unanswerable: readonly AskedQuestion[];
}
