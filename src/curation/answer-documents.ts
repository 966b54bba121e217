/** Approved answers as documents: what review asks of ingestion. */
export interface AnswerDocuments {
  /**
   * Takes an approved answer in under its id, in place of what stands there; durable when it resolves. Nothing happens
   * when it stands there already.
   *
   * @throws {RefusedError} When it cannot be taken in for the time being.
   */
  ingest(answer: ApprovedAnswer): Promise<void>;
  stateOf(docId: string): Promise<AnswerDocumentState>;
  /** No search returns it when this resolves, whether it was there or not. */
  remove(docId: string): Promise<void>;
}

export interface ApprovedAnswer {
  readonly docId: string;
  readonly entryId: string;
  readonly question: string;
  /** As it is to be read: without the numbers of its sources. */
  readonly text: string;
  readonly tags: readonly string[];
  readonly correlationId: string;
}

export type AnswerDocumentState =
  | { readonly state: 'searchable' | 'underway' | 'absent' }
  /** `reason`: a sentence. */
  | { readonly state: 'failed'; readonly reason: string };
