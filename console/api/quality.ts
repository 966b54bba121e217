import { type Page, queryOf } from './page.ts';
import { type ApiRequest, sendForJson } from './request.ts';
import type { ChatMode, Grounded, Statement } from './types.ts';

type Asking = Pick<ApiRequest, 'signal'>;

/** Answers by outcome; those that could not be checked are in `answers` alone. */
export interface AnswerCounts {
  readonly answers: number;
  readonly refused: number;
  /** Answers that only quote, which are in none of the following counts. */
  readonly quoted: number;
  readonly supported: number;
  readonly partial: number;
  readonly unsupported: number;
}

/** An hour or a day. */
export interface QualityRow extends AnswerCounts {
  /** ISO 8601, UTC. */
  readonly start: string;
  readonly thumbs_up: number;
  readonly thumbs_down: number;
  readonly latency_ms_p50: number | null;
  readonly latency_ms_p95: number | null;
  readonly documents_done: number;
  readonly documents_failed: number;
  readonly bytes_ingested: number;
  /** Null when no model used has a price; absent from servers that do not count it. */
  readonly cost_usd?: number | null;
}

export interface ModelRow extends AnswerCounts {
  readonly model: string;
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly cost_usd?: number | null;
}

export interface QualitySummary {
  readonly each: 'hour' | 'day';
  /** Oldest first, without gaps. */
  readonly rows: readonly QualityRow[];
  readonly models: readonly ModelRow[];
}

/** Equal unanswered questions. */
export interface Gap {
  readonly question: string;
  readonly asked: number;
  readonly last_asked_at: string;
  readonly best_score: number;
  readonly correlation_id: string;
}

export interface AnswerRecord {
  readonly correlation_id: string;
  readonly at: string;
  /** Null when its text has expired. */
  readonly question: string | null;
  readonly answer: string | null;
  readonly refused: boolean;
  readonly grounded: Grounded | null;
  readonly grounded_score: number | null;
  readonly best_score: number;
  readonly mode: ChatMode;
  readonly model: string;
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number } | null;
  readonly timings_ms: { readonly retrieve: number; readonly generate: number; readonly total: number };
}

/** Why a question got its answer or refusal. */
export interface AnswerTrace {
  readonly correlation_id: string;
  readonly at: string;
  readonly question: string;
  readonly query: string;
  readonly lang: string | null;
  readonly terms: readonly { readonly term: string; readonly weight: number; readonly idf: number }[];
  readonly compared: number;
  readonly fallback: boolean;
  readonly candidates: readonly {
    readonly chunk_id: string;
    readonly doc_id: string;
    readonly title: string;
    readonly page: number | null;
    readonly section: string | null;
    readonly bm25: number;
    readonly latent: number;
    readonly reranked: number;
  }[];
  readonly gate: { readonly probability: number; readonly threshold: number | null } | null;
  readonly sentences: readonly {
    readonly chunk_id: string;
    readonly text: string;
    readonly score: number;
    readonly chosen: boolean;
  }[];
  readonly statements: readonly Statement[];
  readonly outcome:
    | 'answered'
    | 'approved'
    | 'nothing_ingested'
    | 'nothing_found'
    | 'below_threshold'
    | 'not_supported';
}

export interface FeedbackRecord {
  readonly feedback_id: string;
  readonly rating: 'up' | 'down';
  readonly correlation_id: string | null;
  readonly reason: string | null;
  readonly question: string | null;
  readonly answer: string | null;
  readonly created_at: string;
}

/** From a time (inclusive) to another (exclusive); ISO 8601. */
export interface TimeSpan {
  readonly from?: string;
  readonly to?: string;
}

/** Filter of the answer list. */
export interface AnswerFilter extends TimeSpan {
  readonly refused?: 'true' | 'false';
  readonly grounded?: Grounded;
  readonly quoted?: 'true' | 'false';
  readonly model?: string;
}

const PAGE = 100;

export function qualitySummary(days: number, asking: Asking): Promise<QualitySummary> {
  return sendForJson({ path: `/api/v1/quality/summary${queryOf({ days })}`, ...asking });
}

export async function listGaps(cursor: string | null, asking: Asking): Promise<Page<Gap>> {
  const path = `/api/v1/quality/gaps${queryOf({ cursor, limit: PAGE })}`;
  const reply = await sendForJson<{ gaps: Gap[]; next_cursor: string | null; total: number }>({
    path,
    ...asking,
  });
  return { items: reply.gaps, nextCursor: reply.next_cursor, total: reply.total };
}

export async function listAnswers(
  filter: AnswerFilter,
  cursor: string | null,
  asking: Asking,
): Promise<Page<AnswerRecord>> {
  const path = `/api/v1/quality/answers${queryOf({ ...filter, cursor, limit: PAGE })}`;
  const reply = await sendForJson<{ answers: AnswerRecord[]; next_cursor: string | null }>({
    path,
    ...asking,
  });
  return { items: reply.answers, nextCursor: reply.next_cursor, total: null };
}

/** The latest one with this id. */
export function answerRecord(correlationId: string, asking: Asking): Promise<AnswerRecord> {
  return sendForJson({ path: `/api/v1/quality/answers/${encodeURIComponent(correlationId)}`, ...asking });
}

export async function listFeedback(
  filter: TimeSpan & { readonly rating: FeedbackRecord['rating'] | '' },
  cursor: string | null,
  asking: Asking,
): Promise<Page<FeedbackRecord>> {
  const path = `/api/v1/feedback${queryOf({ ...filter, cursor, limit: PAGE })}`;
  const reply = await sendForJson<{
    feedback: FeedbackRecord[];
    next_cursor: string | null;
    total: number;
  }>({ path, ...asking });
  return { items: reply.feedback, nextCursor: reply.next_cursor, total: reply.total };
}

export function answerTrace(correlationId: string, asking: Asking): Promise<AnswerTrace> {
  return sendForJson({ path: `/api/v1/chat/${encodeURIComponent(correlationId)}/trace`, ...asking });
}
