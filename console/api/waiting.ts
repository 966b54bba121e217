import { createStore } from '../store.ts';

/** Until when the rate limit delays requests, and how many wait; null while none does. */
export const rateLimitWait = createStore<{ readonly untilMs: number; readonly requests: number } | null>(
  null,
);

/** Waits as long as the server asked, and shows the wait. */
export async function waitForRateLimit(seconds: number, signal?: AbortSignal): Promise<void> {
  const untilMs = Date.now() + seconds * 1000;
  const current = rateLimitWait.get();
  rateLimitWait.set({
    untilMs: Math.max(untilMs, current?.untilMs ?? 0),
    requests: (current?.requests ?? 0) + 1,
  });
  try {
    await sleep(seconds * 1000, signal);
  } finally {
    const { requests = 1, untilMs: until = untilMs } = rateLimitWait.get() ?? {};
    rateLimitWait.set(requests > 1 ? { untilMs: until, requests: requests - 1 } : null);
  }
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    if (signal?.aborted) return reject(signal.reason);
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
