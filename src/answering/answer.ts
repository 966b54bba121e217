import type { CitedSource } from '../ports/cited-source.ts';
import type { AnswerStatement, Grounded } from '../ports/given-answer.ts';
import type { Turn } from './conversation.ts';

export const CHAT_MODES = ['strict', 'open', 'learning'] as const;
export type ChatMode = (typeof CHAT_MODES)[number];

/** A question as asked, before memory and retrieval. */
export interface Question {
  /** 1–2000 characters, trimmed. */
  readonly text: string;
  readonly mode: ChatMode;
  /** BCP 47 tag, or `auto`: the question's own language. */
  readonly language: string;
  /** Maximum passages that the answer may be taken from, 1–20. */
  readonly topK: number;
  /** Minimum probability (0–1) that the passages answer the question; below it, the question is refused. */
  readonly scoreThreshold: number;
  /** Which limits the request itself set: else a language model gets more passages, and judges them itself. */
  readonly given?: { readonly topK: boolean; readonly scoreThreshold: boolean };
  readonly filter: {
    readonly docIds?: readonly string[];
    readonly tags?: readonly string[];
    /** Tags of an asker who sees only documents with one of them; sorted, distinct. */
    readonly visibleTo?: readonly string[];
  };
  readonly userId: string;
  readonly conversationId: string;
  /** The conversation before it, when the request has it: then none is recalled, and none is remembered. */
  readonly earlier?: readonly Turn[];
}

export type Source = CitedSource;
/** A passage that may help, which the answer does not cite. */
export type RelatedSource = Omit<CitedSource, 'n'>;

export interface Answer {
  readonly text: string;
  readonly sources: readonly Source[];
  /** The next best passages; of a refusal, those that may help. Best first. */
  readonly related: readonly RelatedSource[];
  readonly meta: AnswerMeta;
}

export interface AnswerMeta {
  readonly correlationId: string;
  readonly conversationId: string;
  readonly mode: ChatMode;
  /** Language of the answer. */
  readonly language: string;
  readonly model: string;
  /** Null for a refusal: nothing was stated. */
  readonly grounded: Grounded | null;
  readonly groundedScore: number | null;
  /** Ranges in the answer's text, without markers, in order; empty when nothing was stated. */
  readonly statements: readonly AnswerStatement[];
  readonly refused: boolean;
  /** Quoted from a passage that is not surely about what was asked: others may answer better. */
  readonly unsure?: true;
  /** Composed from several documents, or going beyond them. */
  readonly synthesized: boolean;
  readonly reviewEntryId: string | null;
  /** The question without its conversation: what the answer is recorded and reviewed for. */
  readonly standalone: string;
  /** Reused from an equal question with the same passages. */
  readonly cached?: true;
  /** The language model failed: quotations in its place, or a refusal where nothing can be quoted. */
  readonly fallback?: true;
  /** The language model was cut off at its length limit: the end of the answer is missing. */
  readonly truncated?: true;
  readonly retrieval: {
    readonly candidates: number;
    readonly bestScore: number;
    readonly query: string;
    /** Searched by words alone, as the embedding model was unavailable. */
    readonly degraded?: true;
  };
  readonly usage: { readonly promptTokens: number; readonly completionTokens: number } | null;
  readonly timingsMs: { readonly retrieve: number; readonly generate: number; readonly total: number };
}

/** The answer as a stream; `/chat` is the fold of the events of `/chat/stream`. */
export type AnswerEvent =
  | { readonly type: 'sources'; readonly sources: readonly Source[] }
  | { readonly type: 'token'; readonly delta: string }
  | { readonly type: 'done'; readonly answer: Answer };

/**
 * Answers a question from the corpus: one `sources` event, then `token` events, then `done`, which is authoritative.
 *
 * @throws {RefusedError} When a store that the answer needs is down. When the memory is down, it is ignored.
 * @throws The signal's reason when it aborts; the caller sets the deadline through it.
 */
export type AnswerQuestion = (
  question: Question,
  options: { signal: AbortSignal; correlationId: string },
) => AsyncIterable<AnswerEvent>;
