/** Text by the 1-based number of its page; pages on which nothing was recognised are absent. */
export type RecognisedPages = ReadonlyMap<number, string>;

/** Whether pages that are pictures can be read, or what was read on them. */
export type Recognition = 'unavailable' | 'possible' | RecognisedPages;

/**
 * Reads the text of pages that are pictures.
 *
 * @param path Of a PDF.
 * @param pages 1-based numbers, ascending.
 * @throws {IngestFailure} `parse_timeout`.
 * @throws When `signal` aborts: the work is stopped, not only forgotten.
 */
export type RecogniseText = (
  path: string,
  pages: readonly number[],
  options: { signal: AbortSignal },
) => Promise<RecognisedPages>;
