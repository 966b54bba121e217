import type { Said } from '../kernel/said.ts';
import type { SourceKind, SourceSettings } from './source-store.ts';

/** A place that documents come from: a web site, a Git repository, a bucket, a folder. */
export interface SourceDriver {
  /**
   * @returns Why a source with these settings may not be read, to follow “The location”; undefined lets it pass. What
   * only the network shows is refused by `list`.
   */
  vet(settings: SourceSettings): Said | undefined;
  /**
   * Lists the documents that are there now.
   *
   * @param options.revision Of the last complete run: when nothing has changed since, nothing need be listed.
   * @param options.itemsMax More are an error.
   * @throws {SourceFailure} When the place cannot be read. The signal's reason when `signal` aborts.
   */
  list(
    settings: SourceSettings,
    options: { revision: string | null; itemsMax: number; signal: AbortSignal },
  ): Promise<SourceListing>;
}

export type SourceDrivers = Readonly<Record<SourceKind, SourceDriver>>;

/** Disposing of it removes what was downloaded for it. */
export interface SourceListing extends AsyncDisposable {
  /** Whether the revision given is the present one. `items` is empty then. */
  readonly isUnchanged: boolean;
  readonly items: readonly SourceItem[];
  /** Whether a document that is not listed is gone; not so in a feed, which shows the latest alone. */
  readonly isComplete: boolean;
  /** Identifies the state that was listed; null where there is no such thing. */
  readonly revision: string | null;
  /** Documents that may be opened at the same time. */
  readonly openAtOnce: number;
}

export interface SourceItem {
  /** Path below the source's location, or URL; unique in the source, and the same in the next run. */
  readonly key: string;
  /**
   * @param mark Of the last time; null when the document is new.
   * @returns undefined when the mark shows that nothing has changed.
   * @throws {SourceFailure} {IngestFailure} When this document cannot be read.
   */
  open(mark: string | null, options: { signal: AbortSignal }): Promise<OpenItem | undefined>;
}

export interface OpenItem extends AsyncDisposable {
  readonly body: AsyncIterable<Uint8Array>;
  /** Changes when the content may have. */
  readonly mark: string;
  /** `Content-Type`; null when the name decides. */
  readonly mediaType: string | null;
  /** Where people read the document; null when there is no such place. */
  readonly url: string | null;
}

/** Why a source or one of its documents cannot be read, in a sentence for the operator. */
export class SourceFailure extends Error {
  override readonly name = 'SourceFailure';
}
