/** The API's types, as its client has them, and names of their parts. */
import type { ChatRequest, paths, RelatedSource, TextRange } from '@docent-server/client';

export type {
  Accepted,
  AnswerMeta,
  Batch,
  ChatRequest,
  DocumentList,
  DocumentStatus,
  DocumentText,
  FeedbackRequest,
  Problem,
  Statement,
  TextRange,
} from '@docent-server/client';

export type ChatMode = NonNullable<ChatRequest['mode']>;
export type DocumentSort = NonNullable<QueryOf<'/api/v1/ingest/docs'>['sort']>;

/** A passage that was found for a question. */
export interface FoundPassage extends Omit<RelatedSource, 'quotes'> {
  /** The sentences that answer: their ranges in the extracted text, or their words. */
  readonly quotes?: readonly (TextRange | string)[];
}

/** A passage that the answer cites. */
export interface Source extends FoundPassage {
  /** The number that `[n]` in the answer points to, from 1. */
  readonly n: number;
}

/** What a list takes. */
export type QueryOf<Path extends keyof paths> = NonNullable<
  paths[Path] extends { get: { parameters: { query?: infer Query } } } ? Query : never
>;
