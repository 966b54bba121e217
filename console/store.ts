import { useLayoutEffect, useState } from 'preact/hooks';

/** One value that several components read, and the way to change it. */
export interface Store<T> {
  get(): T;
  set(next: T): void;
  /** @returns Ends it. */
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

/**
 * A store that outlives the page, and is the same in all tabs of its storage. What cannot be read is `initial`, and where nothing can be kept (a private window, a
 * full storage) it is a plain store.
 *
 * @param options.read Judges what was stored, perhaps by an older version of this page; undefined when it is no good.
 */
export function createStoredStore<T>(
  key: string,
  initial: T,
  options: { storage: Storage; read: (stored: unknown) => T | undefined },
): Store<T> {
  const { storage, read } = options;
  const store = createStore(stored() ?? initial);
  store.subscribe(() => {
    try {
      storage.setItem(key, JSON.stringify(store.get()));
    } catch {
      // Then it lasts as long as the page.
    }
  });
  // Of another tab: what it has written would be lost with the next change here.
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

/** The value of the store; the component is drawn anew when it changes. */
export function useStore<T>(store: Store<T>): T {
  const [value, setValue] = useState(() => store.get());
  useLayoutEffect(() => {
    const update = () => setValue(() => store.get());
    update();
    return store.subscribe(update);
  }, [store]);
  return value;
}
