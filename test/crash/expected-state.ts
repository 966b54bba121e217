import { isDeepStrictEqual } from 'node:util';

/** One request to one thing (a document, a review entry): what it asked for, when, and what it was told. */
export interface Attempt<Operation, Reply> {
  readonly operation: Operation;
  /** Any clock, as long as it is the same for all attempts. */
  readonly begunAt: number;
  /** Absent when the connection ended before a reply: the operation may have happened, or not. */
  readonly ended?: { readonly at: number; readonly reply: Reply };
}

export interface Outcome<State, Reply> {
  readonly state: State;
  readonly reply: Reply;
}

/** What an operation may do to a thing in a state, and what it replies then. Pure. */
export type Step<State, Operation, Reply> = (
  state: State,
  operation: Operation,
) => readonly Outcome<State, Reply>[];

/**
 * Every state that a thing may be in after `attempts`, when each takes effect at one moment between its beginning and
 * its reply, and one without a reply takes effect at a moment after its beginning or never.
 *
 * @param before The states that it may have been in.
 * @param attempts At most a dozen: all orders that the replies allow are tried.
 * @returns Distinct states; none when no order explains the replies.
 * @see Herlihy & Wing, "Linearizability: A Correctness Condition for Concurrent Objects", TOPLAS 1990.
 */
export function possibleStates<State, Operation, Reply>(
  before: readonly State[],
  attempts: readonly Attempt<Operation, Reply>[],
  step: Step<State, Operation, Reply>,
): State[] {
  const found: State[] = [];
  const visit = (state: State, left: readonly Attempt<Operation, Reply>[]): void => {
    // Those that are left without a reply may never happen.
    if (left.every(({ ended }) => ended === undefined)) addDistinct(found, state);
    for (const next of left) {
      const others = left.filter((other) => other !== next);
      if (others.some(({ ended }) => ended !== undefined && ended.at < next.begunAt)) continue;
      for (const after of step(state, next.operation)) {
        if (next.ended && !isDeepStrictEqual(after.reply, next.ended.reply)) continue;
        visit(after.state, others);
      }
    }
  };
  for (const state of before) visit(state, attempts);
  return found;
}

function addDistinct<T>(list: T[], item: T): void {
  if (!list.some((known) => isDeepStrictEqual(known, item))) list.push(item);
}
