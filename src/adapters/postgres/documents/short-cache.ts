/** Maximum of cached answers. */
const KEYS_MAX = 100;

/** Caches what was read a moment ago. Whoever asks during a read waits for the same read. */
export function createShortCache(ms: number) {
  const answers = new Map<string, { readonly answer: Promise<unknown>; readonly endsAt: number }>();

  return {
    get<T>(key: string, read: () => Promise<T>): Promise<T> {
      const known = answers.get(key);
      if (known && performance.now() < known.endsAt) return known.answer as Promise<T>;
      if (answers.size >= KEYS_MAX) answers.clear();
      const answer = read();
      const entry = { answer, endsAt: performance.now() + ms };
      answers.set(key, entry);
      answer.catch(() => {
        if (answers.get(key) === entry) answers.delete(key);
      });
      return answer;
    },
    /** What is being read now is not cached either. */
    clear: () => answers.clear(),
  };
}
