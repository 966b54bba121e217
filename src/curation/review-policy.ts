import type { DocumentKind } from '../ports/document.ts';

/** Which answers people are to judge: those composed or written, those their sources do not carry, or none. */
export const REVIEW_POLICIES = ['synthesized', 'unsupported', 'off'] as const;
export type ReviewPolicy = (typeof REVIEW_POLICIES)[number];

/** What of an answer decides. */
export interface JudgedAnswer {
  readonly mode: string;
  readonly refused: boolean;
  readonly synthesized: boolean;
  /** Null where nothing was stated, or nothing could be checked. */
  readonly grounded: 'supported' | 'partial' | 'unsupported' | null;
  readonly sources: readonly { readonly kind: DocumentKind }[];
}

/**
 * Whether an answer is held for review. `strict` states only what passages state, a refusal states nothing, and what
 * comes from approved answers alone was judged before: these never are.
 */
export function isHeld(answer: JudgedAnswer, policy: ReviewPolicy): boolean {
  if (policy === 'off' || answer.mode === 'strict' || answer.refused) return false;
  const { sources, synthesized, grounded } = answer;
  if (!synthesized && sources.length > 0 && sources.every(({ kind }) => kind === 'approved_answer'))
    return false;
  if (policy === 'synthesized') return synthesized;
  return grounded === null ? synthesized : grounded !== 'supported';
}
