import type {
  AnswerRecord,
  AnswerTrace,
  Feedback,
  KnowledgeGaps,
  QualitySummary,
} from '@docent-server/client';
import { type Asking, clientFor } from './request.ts';
import { setOnly } from './set-only.ts';
import type { QueryOf } from './types.ts';

export type {
  AnswerRecord,
  AnswerTrace,
  Feedback as FeedbackRecord,
  QualitySummary,
} from '@docent-server/client';

/** An hour or a day. */
export type QualityRow = QualitySummary['rows'][number];

/** Equal unanswered questions. */
export type Gap = KnowledgeGaps['gaps'][number];

/** From a time (inclusive) to another (exclusive); ISO 8601. */
export interface TimeSpan {
  readonly from?: string;
  readonly to?: string;
}

/** Filter of the answer list. */
export type AnswerFilter = TimeSpan & Omit<QueryOf<'/api/v1/quality/answers'>, 'day' | 'limit' | 'cursor'>;

const PAGE = 100;

export function qualitySummary(days: number, asking: Asking): Promise<QualitySummary> {
  return clientFor(asking).get('/api/v1/quality/summary', { params: { query: { days } } });
}

export function listGaps(cursor: string | null, asking: Asking): Promise<KnowledgeGaps> {
  const query = setOnly({ cursor, limit: PAGE });
  return clientFor(asking).get('/api/v1/quality/gaps', { params: { query } });
}

export function listAnswers(filter: AnswerFilter, cursor: string | null, asking: Asking) {
  const query = setOnly({ ...filter, cursor, limit: PAGE });
  return clientFor(asking).get('/api/v1/quality/answers', { params: { query } });
}

/** The latest one with this id. */
export function answerRecord(correlationId: string, asking: Asking): Promise<AnswerRecord> {
  const params = { path: { correlation_id: correlationId } };
  return clientFor(asking).get('/api/v1/quality/answers/{correlation_id}', { params });
}

export function listFeedback(
  filter: TimeSpan & { readonly rating: Feedback['rating'] | '' },
  cursor: string | null,
  asking: Asking,
) {
  const query = setOnly({ ...filter, cursor, limit: PAGE });
  return clientFor(asking).get('/api/v1/feedback', { params: { query } });
}

export function answerTrace(correlationId: string, asking: Asking): Promise<AnswerTrace> {
  const params = { path: { correlation_id: correlationId } };
  return clientFor(asking).get('/api/v1/chat/{correlation_id}/trace', { params });
}
