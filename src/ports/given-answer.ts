import type { CitedSource } from './cited-source.ts';
import type { HeldGrounding, HeldStatement } from './curation-store.ts';

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
  readonly statements: readonly HeldStatement[];
  readonly refused: boolean;
  readonly synthesized: boolean;
  readonly grounded: HeldGrounding;
  /** 0–1; null where nothing could be checked. */
  readonly groundedScore: number | null;
  /** Probability that the best passage answers, 0–1. */
  readonly bestScore: number;
  readonly mode: string;
  readonly model: string;
  readonly usage: { readonly promptTokens: number; readonly completionTokens: number } | null;
  readonly timingsMs: { readonly retrieve: number; readonly generate: number; readonly total: number };
}
