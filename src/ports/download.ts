import type { Said } from '../kernel/said.ts';

/**
 * Opens a document by a URL from a request. The only outbound connection to an address that a client chose.
 *
 * @param url `http` or `https`.
 * @returns The open download; disposing of it closes the connection, read or not.
 * @throws {IngestFailure} `url_not_allowed` for a target that is never fetched, `download_refused` when the host answers
 *   with anything but the document, `download_failed` when trying again may help. Reading `body` throws the same.
 * @throws The signal's reason when `signal` aborts.
 */
export type DownloadDocument = (url: string, options: { signal: AbortSignal }) => Promise<Download>;

export interface Download extends AsyncDisposable {
  /** The response's `Content-Type` as the host gave it; null without one. */
  readonly mediaType: string | null;
  /** The decoded bytes, to be read once; not limited in size here, but by the download's deadline. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** What a host gives with a document to tell whether it has changed (RFC 9110, 8.8); null where it gives none. */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/**
 * Checks a URL by its text alone, without a DNS look-up; what only DNS reveals is refused by the download.
 *
 * @returns Why it is never fetched, to follow “The URL”; undefined lets it pass.
 */
export type VetUrl = (url: string) => Said | undefined;
