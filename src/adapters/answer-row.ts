import type { AnswerRecord } from '../ports/answer-store.ts';

/** A row of `answers`. */
export interface AnswerRow {
  readonly sequence: number;
  readonly correlation_id: string;
  readonly at: number;
  readonly question: string | null;
  readonly answer: string | null;
  readonly refused: number;
  readonly grounded: AnswerRecord['grounded'];
  readonly grounded_score: number | null;
  readonly best_score: number;
  readonly mode: string;
  readonly model: string;
  readonly prompt_tokens: number | null;
  readonly completion_tokens: number | null;
  readonly retrieve_ms: number;
  readonly generate_ms: number;
  readonly total_ms: number;
}

export function answerOf(row: AnswerRow): AnswerRecord {
  const { sequence, at, question, answer, grounded, mode, model } = row;
  return {
    ...{ sequence, at, question, answer, grounded, mode, model },
    correlationId: row.correlation_id,
    refused: row.refused === 1,
    groundedScore: row.grounded_score,
    bestScore: row.best_score,
    usage:
      row.prompt_tokens === null
        ? null
        : { promptTokens: row.prompt_tokens, completionTokens: row.completion_tokens ?? 0 },
    retrieveMs: row.retrieve_ms,
    generateMs: row.generate_ms,
    totalMs: row.total_ms,
  };
}
