export type Notifier = ReturnType<typeof createNotifier>;

/** Wakes all that wait for a change. */
export function createNotifier() {
  let waiting = Promise.withResolvers<void>();
  return {
    notify(): void {
      waiting.resolve();
      waiting = Promise.withResolvers();
    },
    /** Resolves at the next `notify`. Call it before reading the state, so that no change in between is missed. */
    next: () => waiting.promise,
  };
}
