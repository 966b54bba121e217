/** The API's types as in `docs/reference/openapi.json`, with the names on the wire. */

export type ChatMode = 'strict' | 'learning' | 'open';
export type Grounded = 'supported' | 'partial' | 'unsupported';

/** UTF-16 units, `end` exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A passage that was found for a question. */
export interface FoundPassage {
  readonly label: string;
  readonly doc_id: string;
  readonly chunk_id: string;
  readonly score: number;
  readonly page: number | null;
  readonly section: string | null;
  readonly snippet: string;
  readonly url: string | null;
  readonly kind: 'document' | 'approved_answer';
  /** Of the passage in the extracted text. */
  readonly start: number;
  readonly end: number;
  /** The sentences that answer: their ranges in the extracted text, or their words. */
  readonly quotes?: readonly (TextRange | string)[];
}

/** A passage that the answer cites. */
export interface Source extends FoundPassage {
  /** The number that `[n]` in the answer points to, from 1. */
  readonly n: number;
}

/** A sentence of the answer, by its range in the answer's text. */
export interface Statement extends TextRange {
  readonly verdict: Grounded;
  /** That of the built-in check, where the language model judged after it. */
  readonly rules_verdict?: Grounded;
  readonly citations: readonly number[];
  readonly alarms: readonly string[];
}

export interface AnswerMeta {
  readonly correlation_id: string;
  readonly conversation_id: string;
  readonly mode: ChatMode;
  readonly lang: string;
  /** `extractive` for quotations, which no model wrote. */
  readonly model: string;
  readonly grounded: Grounded | null;
  readonly grounded_score: number | null;
  readonly refused: boolean;
  readonly synthesized: boolean;
  readonly review_entry_id: string | null;
  readonly statements: readonly Statement[];
  /** The language model failed: quotations, or a refusal. */
  readonly fallback?: true;
  /** The language model was cut off: the end is missing. */
  readonly truncated?: true;
  readonly retrieval: { readonly candidates: number; readonly best_score: number; readonly query: string };
  readonly timings_ms: { readonly retrieve: number; readonly generate: number; readonly total: number };
}

export interface ChatAnswer {
  readonly answer: string;
  readonly sources: readonly Source[];
  /** Passages that are not cited, but may be about the question. */
  readonly related?: readonly FoundPassage[];
  readonly meta: AnswerMeta;
}

export interface ChatRequest {
  readonly question: string;
  readonly mode?: ChatMode;
  readonly conversation_id?: string;
  readonly filter?: { readonly doc_ids?: readonly string[]; readonly tags?: readonly string[] };
}

export type ChatEvent =
  | { readonly type: 'sources'; readonly sources: readonly Source[] }
  | { readonly type: 'token'; readonly delta: string }
  | { readonly type: 'done'; readonly answer: ChatAnswer };

export interface DocumentStatus {
  readonly doc_id: string;
  readonly title: string;
  readonly status: 'queued' | 'processing' | 'done' | 'skipped' | 'failed';
  readonly stage: 'downloading' | 'parsing' | 'chunking' | 'embedding' | 'indexing' | null;
  /** 0–1. */
  readonly progress: number;
  readonly version: number;
  readonly media_type: string | null;
  readonly bytes: number | null;
  readonly pages: number | null;
  /** Passages of the published version. */
  readonly chunks: number;
  /** Passages that the last ingest added, removed, and embedded. */
  readonly added: number;
  readonly removed: number;
  readonly embedded: number;
  readonly source: {
    readonly kind: 'url' | 'upload' | 'review';
    readonly url?: string;
    readonly filename?: string;
    readonly entry_id?: string;
  };
  readonly tags: readonly string[];
  readonly attempts: number;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly duplicate_of: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export type DocumentSort = 'newest' | 'title' | 'size' | 'status';

export interface DocumentList {
  readonly docs: readonly DocumentStatus[];
  readonly next_cursor: string | null;
  readonly total: number;
}

/** Part of a document's extracted text. */
export interface DocumentText {
  readonly doc_id: string;
  readonly version: number;
  readonly from: number;
  readonly to: number;
  readonly length: number;
  /** Where the content ends, and what frames the pages begins. */
  readonly content_length: number;
  readonly text: string;
}

export interface Accepted {
  readonly doc_id: string;
  readonly status: 'queued';
  readonly version: number;
}

export interface FeedbackRequest {
  readonly rating: 'up' | 'down';
  readonly correlation_id?: string;
  readonly reason?: string;
  /** Of the feedback that it replaces. */
  readonly feedback_id?: string;
}

/** RFC 9457. */
export interface Problem {
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly correlation_id: string;
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
}
