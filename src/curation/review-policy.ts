import type { DocumentKind } from '../ports/document.ts';

/** Which answers people review: synthesised ones, those not supported by their sources, or none. */
export const REVIEW_POLICIES = ['synthesized', 'unsupported', 'off'] as const;
export type ReviewPolicy = (typeof REVIEW_POLICIES)[number];

/** The deciding properties of an answer. */
export interface JudgedAnswer {
  readonly mode: string;
  readonly refused: boolean;
  readonly synthesized: boolean;
  /** Null when nothing was stated, or nothing could be checked. */
  readonly grounded: 'supported' | 'partial' | 'unsupported' | null;
  readonly sources: readonly { readonly kind: DocumentKind }[];
}

/**
 * Whether an answer is held for review. Never held are `strict` answers, which only quote passages, refusals, which
 * state nothing, and answers from approved answers alone, which were reviewed before.
 */
export function isHeld(answer: JudgedAnswer, policy: ReviewPolicy): boolean {
  if (policy === 'off' || answer.mode === 'strict' || answer.refused) return false;
  const { sources, synthesized, grounded } = answer;
  if (!synthesized && sources.length > 0 && sources.every(({ kind }) => kind === 'approved_answer'))
    return false;
  if (policy === 'synthesized') return synthesized;
  return grounded === null ? synthesized : grounded !== 'supported';
}
