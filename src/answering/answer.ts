import type { ChunkId } from '../ports/chunk.ts';
import type { DocumentKind } from '../ports/document.ts';
import type { TextRange } from '../retrieval/analysis/sentences.ts';

export const CHAT_MODES = ['strict', 'open', 'learning'] as const;
export type ChatMode = (typeof CHAT_MODES)[number];

/** A question as it was asked, before memory and retrieval. */
export interface Question {
  /** 1–2000 characters, trimmed. */
  readonly text: string;
  readonly mode: ChatMode;
  /** BCP 47 tag, or `auto`: the question's own language. */
  readonly language: string;
  /** Passages that the answer may be taken from, 1–20. */
  readonly topK: number;
  /** Least probability (0–1) that the passages answer the question; below it the answer is a refusal. */
  readonly scoreThreshold: number;
  readonly filter: { readonly docIds?: readonly string[]; readonly tags?: readonly string[] };
  readonly userId: string;
  readonly conversationId: string;
}

/** What the answer cites. */
export interface Source {
  /** The number that `[n]` in the answer points to, from 1. */
  readonly n: number;
  /** Title, with page or section where there is one. */
  readonly label: string;
  readonly docId: string;
  readonly chunkId: ChunkId;
  /** Probability that the passage answers the question, 0–1. */
  readonly score: number;
  readonly page: number | null;
  readonly section: string | null;
  /** The cited sentences with what stands around them, at most 600 characters. */
  readonly snippet: string;
  /** Where the passage stands in the document's extracted text, in UTF-16 units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** Where the cited sentences stand in the same text, in reading order. */
  readonly quotes: readonly TextRange[];
  readonly url: string | null;
  readonly kind: DocumentKind;
}

/** What a statement says otherwise than its sources. */
export const STATEMENT_ALARMS = [
  'number_not_in_source',
  'name_not_in_source',
  'other_unit',
  'other_word',
  'other_negation',
  'from_another_place',
] as const;
export type StatementAlarm = (typeof STATEMENT_ALARMS)[number];

/** A sentence of the answer, held against what it cites. */
export interface AnswerStatement extends TextRange {
  readonly verdict: Grounded;
  /** Numbers of its sources. */
  readonly citations: readonly number[];
  /** Distinct. */
  readonly alarms: readonly StatementAlarm[];
}

export type Grounded = 'supported' | 'partial' | 'unsupported';

export interface Answer {
  readonly text: string;
  readonly sources: readonly Source[];
  readonly meta: AnswerMeta;
}

export interface AnswerMeta {
  readonly correlationId: string;
  readonly conversationId: string;
  readonly mode: ChatMode;
  /** Language the answer is in. */
  readonly language: string;
  readonly model: string;
  /** Null for a refusal: nothing was stated. */
  readonly grounded: Grounded | null;
  readonly groundedScore: number | null;
  /** Of the answer's text, without their markers, in order; empty where nothing was stated. */
  readonly statements: readonly AnswerStatement[];
  readonly refused: boolean;
  /** Composed from passages of several documents, or written beyond them. */
  readonly synthesized: boolean;
  readonly reviewEntryId: string | null;
  /** Written for an equal question, from the same passages. */
  readonly cached?: true;
  readonly retrieval: {
    readonly candidates: number;
    readonly bestScore: number;
    readonly query: string;
    /** By words alone, as the embedding model could not be had. */
    readonly degraded?: true;
  };
  readonly usage: { readonly promptTokens: number; readonly completionTokens: number } | null;
  readonly timingsMs: { readonly retrieve: number; readonly generate: number; readonly total: number };
}

/** The answer as it comes about; `/chat` is the fold of what `/chat/stream` sends. */
export type AnswerEvent =
  | { readonly type: 'sources'; readonly sources: readonly Source[] }
  | { readonly type: 'token'; readonly delta: string }
  | { readonly type: 'done'; readonly answer: Answer };
