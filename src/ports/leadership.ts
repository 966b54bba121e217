/**
 * Tasks that one of all the processes does which share the stores: models are learned once, an answer expires once. A
 * task must bear that another process begins it a moment before this one has ended it.
 */
export interface Leadership extends AsyncDisposable {
  /**
   * Starts a task whenever this process leads, and disposes of it when it leads no more.
   *
   * @returns When this process leads already: once the task has started.
   * @throws What the task throws, when this process leads already; later it is logged, and the lead is given up.
   */
  whileLeading(name: string, start: () => Promise<Disposable | AsyncDisposable | undefined>): Promise<void>;
}
