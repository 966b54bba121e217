import type { CitedSource } from './cited-source.ts';

/** An answer as the asker got it: what is held for review and recorded for statistics. Does not say who asked. */
export interface GivenAnswer {
  readonly correlationId: string;
  /** The question as asked. */
  readonly asked: string;
  /** The question without its conversation: the same, unless it continues an earlier one. */
  readonly question: string;
  readonly answer: string;
  readonly sources: readonly CitedSource[];
  /** Tags of the asker, who saw only documents with one of them; null: all documents. */
  readonly audience: readonly string[] | null;
  /** In order; empty where nothing was checked, or the statements were of another text. */
  readonly statements: readonly AnswerStatement[];
  readonly refused: boolean;
  readonly synthesized: boolean;
  /** Null for a refusal: nothing was stated. */
  readonly grounded: Grounded | null;
  /** 0–1; null where nothing could be checked. */
  readonly groundedScore: number | null;
  /** Probability that the best passage answers, 0–1. */
  readonly bestScore: number;
  readonly mode: string;
  readonly model: string;
  readonly usage: { readonly promptTokens: number; readonly completionTokens: number } | null;
  readonly timingsMs: { readonly retrieve: number; readonly generate: number; readonly total: number };
}

export type Grounded = 'supported' | 'partial' | 'unsupported';

/** A sentence of the answer, checked against its citations; the range is in the answer, in UTF-16 units. */
export interface AnswerStatement {
  readonly start: number;
  readonly end: number;
  readonly verdict: Grounded;
  /** The verdict of the built-in check, where the language model judged the statement after it. */
  readonly rulesVerdict?: Grounded;
  /** Numbers of its sources. */
  readonly citations: readonly number[];
  /** Distinct. */
  readonly alarms: readonly StatementAlarm[];
}

/** Ways in which a statement can differ from its sources. */
export const STATEMENT_ALARMS = [
  'number_not_in_source',
  'name_not_in_source',
  'other_unit',
  'other_word',
  'other_negation',
  'from_another_place',
] as const;
export type StatementAlarm = (typeof STATEMENT_ALARMS)[number];
