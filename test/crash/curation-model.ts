import type { Step } from './expected-state.ts';

/** What has become of a synthesized answer. */
export type EntryState =
  | { readonly status: 'absent' | 'rejected' }
  /** `asked`: how often its question was. */
  | { readonly status: 'pending'; readonly asked: number }
  /** `answer`: what the reviewer made of it. */
  | { readonly status: 'approved'; readonly answer: string };

export type EntryOperation =
  | { readonly kind: 'ask' | 'reject' }
  | { readonly kind: 'approve'; readonly answer: string };

/** To a question: whether its answer is held. To a decision: 200 for the one that wins, 409 for all others. */
export type EntryReply = { readonly isHeld: boolean } | { readonly status: number };

export const ABSENT: EntryState = { status: 'absent' };

/** What the service promises of reviews: one entry a question, one decision an entry. */
export const entryStep: Step<EntryState, EntryOperation, EntryReply> = (state, operation) => {
  if (operation.kind === 'ask') {
    const isHeld = state.status === 'absent' || state.status === 'pending';
    if (!isHeld) return { state, reply: { isHeld } };
    const asked = state.status === 'pending' ? state.asked + 1 : 1;
    return { state: { status: 'pending', asked }, reply: { isHeld } };
  }
  if (state.status !== 'pending') return { state, reply: { status: 409 } };
  const decided: EntryState =
    operation.kind === 'approve' ? { status: 'approved', answer: operation.answer } : { status: 'rejected' };
  return { state: decided, reply: { status: 200 } };
};

/** Records of one feedback: given under a key it is kept once, however often it is sent. */
export type FeedbackState = number;
export type FeedbackOperation = { readonly isKeyed: boolean };
export type FeedbackReply = { readonly status: number };

export const feedbackStep: Step<FeedbackState, FeedbackOperation, FeedbackReply> = (
  records,
  { isKeyed },
) => ({
  state: isKeyed ? 1 : records + 1,
  reply: { status: 201 },
});
