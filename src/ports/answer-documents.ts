/** Ids of approved answers begin with it, and no others. */
export const ANSWER_ID_PREFIX = 'answer-';

/** Approved answers as documents: what review needs of ingestion. */
export interface AnswerDocuments {
  /**
   * Stores an approved answer under its id, replacing the previous one; durable when it resolves. Does nothing when the
   * same answer is stored already.
   *
   * @throws {RefusedError} When it cannot be stored at present, or something it rests on was deleted in between.
   */
  ingest(answer: ApprovedAnswer): Promise<void>;
  stateOf(docId: string): Promise<AnswerDocumentState>;
  /** No search returns it once this resolves, whether it existed or not. */
  remove(docId: string): Promise<void>;
}

export interface ApprovedAnswer {
  readonly docId: string;
  readonly entryId: string;
  readonly question: string;
  /** As readers see it: without source numbers. */
  readonly text: string;
  readonly tags: readonly string[];
  /** Documents whose deletion removes it, too. */
  readonly restsOn: readonly string[];
  readonly correlationId: string;
}

export type AnswerDocumentState =
  | { readonly state: 'searchable' | 'underway' | 'absent' }
  /** `reason`: a sentence. */
  | { readonly state: 'failed'; readonly reason: string };
