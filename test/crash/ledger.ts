import { type Attempt, possibleStates, type Step } from './expected-state.ts';

/** What was asked of things of one kind, and what each may be since. */
export interface Ledger<State, Operation, Reply> {
  readonly ids: () => string[];
  /** The states that it may have been in when it was last looked at: one, where looking tells them apart. */
  possible(id: string): readonly State[];
  /** The states that it may be in now. */
  outcomes(id: string): readonly State[];
  /** Everything that was asked for since. */
  attempts(id: string): readonly Attempt<Operation, Reply>[];
  /** Writes down that a request begins. @returns What to call with its reply. */
  begin(id: string, operation: Operation): (reply: Reply) => void;
  /**
   * Takes in what a thing was seen to be: of the states that it may be in, those that look like that remain.
   *
   * @param seen What was seen, in words.
   * @returns What is wrong, when none remains.
   */
  see(id: string, seen: string, looksLikeIt: (state: State) => boolean): string | undefined;
}

/** @param initial What a thing is before anything was asked of it. */
export function createLedger<State, Operation, Reply>(
  initial: State,
  step: Step<State, Operation, Reply>,
): Ledger<State, Operation, Reply> {
  interface Account {
    possible: readonly State[];
    attempts: readonly Attempt<Operation, Reply>[];
  }
  const accounts = new Map<string, Account>();

  function account(id: string): Account {
    const known = accounts.get(id) ?? { possible: [initial], attempts: [] };
    accounts.set(id, known);
    return known;
  }

  return {
    ids: () => [...accounts.keys()],
    possible: (id) => account(id).possible,
    outcomes: (id) => possibleStates(account(id).possible, account(id).attempts, step),
    attempts: (id) => account(id).attempts,
    begin(id, operation) {
      const attempt = { operation, begunAt: performance.now() };
      account(id).attempts = [...account(id).attempts, attempt];
      return (reply) => {
        const ended = { ...attempt, ended: { at: performance.now(), reply } };
        account(id).attempts = account(id).attempts.map((one) => (one === attempt ? ended : one));
      };
    },
    see(id, seen, looksLikeIt) {
      const { possible, attempts } = account(id);
      const allowed = possibleStates(possible, attempts, step);
      const left = allowed.filter(looksLikeIt);
      accounts.set(id, { possible: left, attempts: [] });
      if (left.length > 0) return undefined;
      return `${id} is ${seen}, but may only be one of ${JSON.stringify(allowed)}, as it was one of ${JSON.stringify(possible)} before ${JSON.stringify(attempts)}`;
    },
  };
}
