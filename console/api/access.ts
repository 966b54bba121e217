import { createStore, createStoredStore } from '../store.ts';

/** The API key, for as long as this tab is open; empty when none was given. Never in a place that outlives it. */
export const apiKey = createStoredStore('docent.key', '', {
  storage: sessionStorage,
  read: (stored) => (typeof stored === 'string' ? stored : undefined),
});

/** A request that waits for the key; null while none does. */
export interface KeyRequest {
  /** Whether a key was sent, and declined. */
  readonly declined: boolean;
  /** Called once: with whether there is a key now. */
  readonly settle: (given: boolean) => void;
}

export const keyRequest = createStore<KeyRequest | null>(null);

let asking: Promise<boolean> | undefined;

/** Asks the person for the key, once for all requests that wait. @returns Whether one was given. */
export function askForKey({ declined }: { declined: boolean }): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => {
    keyRequest.set({
      declined,
      settle: (given) => {
        asking = undefined;
        // Whoever gives up on a wrong key is not asked for it again and again.
        if (!given && declined) apiKey.set('');
        keyRequest.set(null);
        resolve(given);
      },
    });
  });
  return asking;
}

/** What the server takes as the name of a user. */
export const USER_NAME = /^[\w.@-]{1,128}$/;

/** Whose conversations these are: a random name that this browser gives itself. */
export const userId = createStoredStore(
  'docent.user',
  `browser-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`,
  {
    storage: localStorage,
    read: (stored) => (typeof stored === 'string' && USER_NAME.test(stored) ? stored : undefined),
  },
);

/** The name that this browser's decisions are kept with; empty when none was given. It does not authenticate. */
export const reviewer = createStoredStore('docent.reviewer', '', {
  storage: localStorage,
  read: (stored) => (typeof stored === 'string' && USER_NAME.test(stored) ? stored : undefined),
});
