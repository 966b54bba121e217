import { useLayoutEffect, useState } from 'preact/hooks';

/** One value shared by several components, and how to change it. */
export interface Store<T> {
  get(): T;
  set(next: T): void;
  /** @returns Unsubscribes. */
  subscribe(listener: () => void): () => void;
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Sets one value of a store of many; null removes it. */
export function put<T>(store: Store<ReadonlyMap<string, T>>, key: string, value: T | null): void {
  const changed = new Map(store.get());
  if (value === null) changed.delete(key);
  else changed.set(key, value);
  store.set(changed);
}

/**
 * A store that outlives the page and is shared by all tabs of its storage. An unreadable value becomes `initial`;
 * without storage (a private window, a full quota) it is a plain store.
 *
 * @param options.read Validates the stored value, perhaps of an older version of this page; undefined rejects it. By
 * default it has to be of the type of `initial`.
 */
export function createStoredStore<T>(
  key: string,
  initial: T,
  options: { storage: Storage; read?: (stored: unknown) => T | undefined },
): Store<T> {
  const { storage, read = (stored) => (typeof stored === typeof initial ? (stored as T) : undefined) } =
    options;
  const store = createStore(stored() ?? initial);
  store.subscribe(() => {
    try {
      storage.setItem(key, JSON.stringify(store.get()));
    } catch {
      // Then it lasts as long as the page.
    }
  });
  // From another tab, whose value the next change here would overwrite.
  addEventListener('storage', (event) => {
    if (event.storageArea === storage && event.key === key) store.set(stored() ?? initial);
  });
  return store;

  function stored(): T | undefined {
    try {
      const text = storage.getItem(key);
      return text === null ? undefined : read(JSON.parse(text));
    } catch {
      return undefined;
    }
  }
}

/** The store's value; a change renders the component again. */
export function useStore<T>(store: Store<T>): T {
  const [value, setValue] = useState(() => store.get());
  useLayoutEffect(() => {
    const update = () => setValue(() => store.get());
    update();
    return store.subscribe(update);
  }, [store]);
  return value;
}
