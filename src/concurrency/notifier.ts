/** Wakes all that wait for a change. */
export interface Notifier {
  notify(): void;
  /** Resolves at the next `notify`. Call it before reading the state, so that no change in between is missed. */
  next(): Promise<void>;
}

export function createNotifier(): Notifier {
  let waiting = Promise.withResolvers<void>();
  return {
    notify() {
      waiting.resolve();
      waiting = Promise.withResolvers();
    },
    next: () => waiting.promise,
  };
}
