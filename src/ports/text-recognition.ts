/** Text by 1-based page number; pages without recognised text are absent. */
export type RecognisedPages = ReadonlyMap<number, string>;

/** Whether image-only pages can be read, or the text read on them. */
export type Recognition = 'unavailable' | 'possible' | RecognisedPages;

/**
 * Recognises the text of image-only pages (OCR).
 *
 * @param path Of a PDF.
 * @param pages 1-based numbers, ascending.
 * @throws {IngestFailure} `parse_timeout`.
 * @throws When `signal` aborts: the work is stopped, not just abandoned.
 */
export type RecogniseText = (
  path: string,
  pages: readonly number[],
  options: { signal: AbortSignal },
) => Promise<RecognisedPages>;
