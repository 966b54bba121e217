import type { CitedSource } from '../ports/cited-source.ts';
import type { GivenAnswer } from '../ports/given-answer.ts';

/** Which answers people review: synthesised ones, those not supported by their sources, or none. */
export const REVIEW_POLICIES = ['synthesized', 'unsupported', 'off'] as const;
export type ReviewPolicy = (typeof REVIEW_POLICIES)[number];

/** What decides. */
type Judged = Pick<GivenAnswer, 'mode' | 'refused' | 'synthesized' | 'grounded'> & {
  readonly sources: readonly Pick<CitedSource, 'kind'>[];
};

/**
 * Whether an answer is held for review. Never held are `strict` answers, which only quote passages, refusals, which
 * state nothing, and answers from approved answers alone, which were reviewed before.
 */
export function isHeld(answer: Judged, policy: ReviewPolicy): boolean {
  if (policy === 'off' || answer.mode === 'strict' || answer.refused) return false;
  const { sources, synthesized, grounded } = answer;
  if (!synthesized && sources.length > 0 && sources.every(({ kind }) => kind === 'approved_answer'))
    return false;
  if (policy === 'synthesized') return synthesized;
  return grounded === null ? synthesized : grounded !== 'supported';
}
