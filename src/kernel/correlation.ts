import { AsyncLocalStorage } from 'node:async_hooks';

const storage = new AsyncLocalStorage<string>();

/** Runs `work` so that everything it awaits sees this correlation id. */
export function withCorrelationId<T>(correlationId: string, work: () => T): T {
  return storage.run(correlationId, work);
}

/** The correlation id of the current request or ingest; undefined outside of one. */
export function currentCorrelationId(): string | undefined {
  return storage.getStore();
}
