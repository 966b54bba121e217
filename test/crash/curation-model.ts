import type { Step } from './expected-state.ts';

/** What has become of a synthesized answer. */
export type EntryState =
  | { readonly status: 'absent' | 'rejected' }
  /**
   * `asked`: how often its question was. `isStale`: what it rests on has changed. `standing`: what answers meanwhile, as it
   * was approved before.
   */
  | {
      readonly status: 'pending';
      readonly asked: number;
      readonly isStale: boolean;
      readonly standing: string | null;
    }
  /** `answer`: what the reviewer made of it. */
  | { readonly status: 'approved'; readonly asked: number; readonly answer: string };

export type EntryOperation =
  /** `change`: another version of a document that it rests on answers. */
  { readonly kind: 'ask' | 'reject' | 'change' } | { readonly kind: 'approve'; readonly answer: string };

/** To a question: whether its answer is held. To a decision: 200 for the one that wins, 409 for all others. To a change none. */
export type EntryReply = { readonly isHeld: boolean } | { readonly status: number };

export const ABSENT: EntryState = { status: 'absent' };

/**
 * What the service promises of reviews: one entry a question, one decision an entry; when what it rests on changes, an
 * approved one comes back to be decided again, and stands until it is.
 */
export const entryStep: Step<EntryState, EntryOperation, EntryReply> = (state, operation) => {
  if (operation.kind === 'ask') {
    const isHeld = state.status === 'absent' || (state.status === 'pending' && state.standing === null);
    if (!isHeld) return [{ state, reply: { isHeld } }];
    const held = state.status === 'pending' ? { ...state, asked: state.asked + 1 } : FIRST_ASKED;
    return [{ state: held, reply: { isHeld } }];
  }
  if (operation.kind === 'change') return [{ state: whenChanged(state), reply: { status: 0 } }];
  if (state.status !== 'pending') return [{ state, reply: { status: 409 } }];
  const { asked } = state;
  const decided: EntryState =
    operation.kind === 'approve'
      ? { status: 'approved', asked, answer: operation.answer }
      : { status: 'rejected' };
  return [{ state: decided, reply: { status: 200 } }];
};

const FIRST_ASKED = { status: 'pending', asked: 1, isStale: false, standing: null } as const;

function whenChanged(state: EntryState): EntryState {
  if (state.status === 'pending') return { ...state, isStale: true };
  if (state.status !== 'approved') return state;
  return { status: 'pending', asked: state.asked, isStale: true, standing: state.answer };
}

/** Records of one feedback: given under a key it is kept once, however often it is sent. */
export type FeedbackState = number;
export type FeedbackOperation = { readonly isKeyed: boolean };
export type FeedbackReply = { readonly status: number };

export const feedbackStep: Step<FeedbackState, FeedbackOperation, FeedbackReply> = (records, { isKeyed }) => [
  {
    state: isKeyed ? 1 : records + 1,
    reply: { status: 201 },
  },
];
