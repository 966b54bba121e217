import { extname, matchesGlob } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inParallel } from '../../concurrency/in-parallel.ts';
import { asError, IngestFailure, isRefusal, type Refusal, RefusedError } from '../../errors.ts';
import { inEnglish } from '../../kernel/said.ts';
import type { OriginalStore } from '../../ports/original-store.ts';
import {
  type SourceDrivers,
  SourceFailure,
  type SourceItem,
  type SourceListing,
} from '../../ports/source-driver.ts';
import type {
  SourceDocument,
  SourceRecord,
  SourceResult,
  SourceSettings,
  SourceStore,
} from '../../ports/source-store.ts';
import { type Catalog, ifThere } from '../catalog.ts';
import { baseNameOf, filenameOfUrl, pathDocumentId } from '../documents/document-id.ts';
import { READABLE_EXTENSIONS } from '../parsing/formats.ts';
import { areMostGone } from './most-gone.ts';

/** Documents of a source read from the store at a time. */
const PAGE = 1_000;
const MESSAGE_MAX = 500;

/** These fail the run, not one of its documents. */
const OF_THE_MACHINE: ReadonlySet<Refusal['code']> = new Set([
  'store_unavailable',
  'disk_full',
  'shutting_down',
]);

export interface RunParts {
  readonly store: Pick<SourceStore, 'documents' | 'putDocument' | 'removeDocument'>;
  readonly drivers: SourceDrivers;
  readonly catalog: Pick<Catalog, 'acceptUpload' | 'describe' | 'get' | 'remove'>;
  readonly originals: Pick<OriginalStore, 'receive'>;
  readonly fileBytesMax: number;
  readonly documentsMax: number;
}

export type RunEnd = { readonly result: SourceResult; readonly wouldDelete: number };

/**
 * Brings the documents of a source in sync with the place they come from. Nothing is changed when the place cannot be
 * read, or when most documents have gone from it, unless that was confirmed.
 *
 * @throws {RefusedError} When a store fails. The signal's reason when `signal` aborts: the next run does the rest.
 */
export async function runSource(
  source: SourceRecord,
  options: { signal: AbortSignal; correlationId: string },
  parts: RunParts,
): Promise<RunEnd> {
  const { signal } = options;
  const { kind, tags } = source.settings;
  await retag(source, { signal }, parts);
  const selection = selectionOf(source.settings);
  const counts = { added: 0, changed: 0, unchanged: 0, deleted: 0, failed: 0 };
  let error: SourceResult['error'] = null;
  const ended = (revision: string | null): RunEnd => ({
    result: { ...counts, error, revision, selection, tags },
    wouldDelete: 0,
  });
  let listing: SourceListing;
  try {
    listing = await parts.drivers[kind].list(source.settings, {
      ...{ revision: completeRevision(source), itemsMax: parts.documentsMax, signal },
    });
  } catch (failure) {
    signal.throwIfAborted();
    error = { code: 'not_readable', message: messageOf(failure) };
    return ended(null);
  }
  await using opened = listing;
  const { isUnchanged, isComplete, openAtOnce, revision } = opened;
  if (isUnchanged) {
    counts.unchanged = source.documents;
    return ended(revision);
  }
  const items = opened.items.filter(({ key }) => isWanted(key, source));
  const known = new Map<string, SourceDocument>();
  for await (const document of documentsOf(source.sourceId, parts.store)) known.set(document.key, document);
  const listed = new Set(items.map(({ key }) => key));
  const gone = isComplete ? [...known.values()].filter(({ key }) => !listed.has(key)) : [];
  const isSuspicious = areMostGone(gone.length, known.size) || (gone.length > 0 && items.length === 0);
  if (isSuspicious && gone.length > source.mayDelete) {
    const message = `${gone.length} of ${known.size} documents have gone at once, and nothing was changed. Confirm to delete them.`;
    error = { code: 'would_delete_most', message };
    return { ...ended(null), wouldDelete: gone.length };
  }

  await inParallel(items, openAtOnce, async (item) => {
    signal.throwIfAborted();
    try {
      counts[await follow(item, known.get(item.key), { source, ...options }, parts)] += 1;
    } catch (failure) {
      signal.throwIfAborted();
      if (failure instanceof RefusedError && OF_THE_MACHINE.has(failure.refusal.code)) throw failure;
      counts.failed += 1;
      error ??= { code: 'document_failed', message: messageOf(failure, item.key) };
    }
  });
  for (const document of gone) {
    await removeDocument(document, { source, signal }, parts);
    counts.deleted += 1;
  }
  return ended(counts.failed === 0 ? revision : null);
}

/**
 * Deletes the documents of a source that is to be removed.
 *
 * @throws As `runSource`.
 */
export async function emptySource(
  source: SourceRecord,
  { signal }: { signal: AbortSignal },
  parts: Pick<RunParts, 'store' | 'catalog'>,
): Promise<void> {
  for await (const document of documentsOf(source.sourceId, parts.store))
    await removeDocument(document, { source, signal }, parts);
}

/** The revision that was read without a failure; null when there is none of the files that are wanted now. */
function completeRevision({ result, settings }: SourceRecord): string | null {
  return result?.error || result?.selection !== selectionOf(settings) ? null : result.revision;
}

function selectionOf({ location, branch, include }: SourceSettings): string {
  return JSON.stringify([location, branch, include]);
}

/** Gives all documents the tags of a source that has others now. Those of other origin stay. */
async function retag(
  { sourceId, settings: { tags }, result }: SourceRecord,
  { signal }: { signal: AbortSignal },
  { store, catalog }: Pick<RunParts, 'store' | 'catalog'>,
): Promise<void> {
  const before = new Set(result?.tags);
  if (!result || (before.size === tags.length && tags.every((tag) => before.has(tag)))) return;
  for await (const { docId } of documentsOf(sourceId, store)) {
    signal.throwIfAborted();
    const others = (await ifThere(catalog.get(docId)))?.tags.filter((tag) => !before.has(tag));
    if (others) await ifThere(catalog.describe(docId, { tags: [...new Set([...others, ...tags])] }));
  }
}

/** Files of other kinds than documents are left out; what a page is shows only its download. */
function isWanted(key: string, { settings: { kind, include } }: SourceRecord): boolean {
  const path = kind === 'web' ? new URL(key).pathname.slice(1) : key;
  if (kind !== 'web' && !READABLE_EXTENSIONS.has(extname(path).slice(1).toLowerCase())) return false;
  return include.length === 0 || include.some((glob) => matchesGlob(path, glob));
}

/** Ingests one document when it is new or has changed. */
async function follow(
  item: SourceItem,
  known: SourceDocument | undefined,
  { source, signal, correlationId }: { source: SourceRecord; signal: AbortSignal; correlationId: string },
  parts: RunParts,
): Promise<'added' | 'changed' | 'unchanged'> {
  const { store, originals, catalog, fileBytesMax } = parts;
  await using opened = await item.open(known?.mark ?? null, { signal });
  if (!opened) return 'unchanged';
  const { body, mark, mediaType, url } = opened;
  await using staged = await originals.receive(body, { limitBytes: fileBytesMax, signal });
  const { key } = item;
  const path = url === null ? key : new URL(url).pathname.slice(1) || new URL(url).hostname;
  const docId = known?.docId ?? pathDocumentId(path, `${source.sourceId}\n${key}`);
  const isUnchanged = known?.contentHash === staged.contentHash;
  if (!isUnchanged) {
    // Those of a document may have been changed since.
    const tags = known ? undefined : source.settings.tags;
    const filename = url === null ? baseNameOf(key) : filenameOfUrl(url);
    const accept = () =>
      catalog.acceptUpload({
        ...{ staged, filename, mediaType, docId, tags, mayReplace: true, correlationId },
        url: url ?? undefined,
      });
    await whenQueueHasRoom(accept, signal);
  }
  // After a crash in between the same content is accepted again, which changes nothing.
  if (!isUnchanged || mark !== known?.mark)
    await store.putDocument(source.sourceId, { key, docId, mark, contentHash: staged.contentHash });
  if (isUnchanged) return 'unchanged';
  return known ? 'changed' : 'added';
}

/** A long list fills the queue; ingestion makes room. */
async function whenQueueHasRoom(accept: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
  for (;;) {
    try {
      await accept();
      return;
    } catch (error) {
      if (!isRefusal(error, 'queue_full')) throw error;
      await sleep(error.refusal.retryAfterSeconds * 1_000, undefined, { signal });
    }
  }
}

async function removeDocument(
  { docId, key }: SourceDocument,
  { source, signal }: { source: SourceRecord; signal: AbortSignal },
  { store, catalog }: Pick<RunParts, 'store' | 'catalog'>,
): Promise<void> {
  signal.throwIfAborted();
  await ifThere(catalog.remove(docId, { signal, actor: `source:${source.sourceId}` }));
  await store.removeDocument(source.sourceId, key);
}

async function* documentsOf(
  sourceId: string,
  store: Pick<SourceStore, 'documents'>,
): AsyncGenerator<SourceDocument> {
  let after: string | undefined;
  for (;;) {
    const page = await store.documents(sourceId, { limit: PAGE, after });
    yield* page;
    if (page.length < PAGE) return;
    after = page.at(-1)!.key;
  }
}

function messageOf(failure: unknown, key?: string): string {
  const says = `${key === undefined ? '' : `${key}: `}${wordsOf(failure)}`;
  return says.length > MESSAGE_MAX ? `${says.slice(0, MESSAGE_MAX)}…` : says;
}

function wordsOf(failure: unknown): string {
  if (failure instanceof SourceFailure || failure instanceof IngestFailure) return failure.message;
  if (!(failure instanceof RefusedError)) return `It could not be read: ${asError(failure).message}.`;
  const { refusal } = failure;
  if (refusal.code === 'unsupported_file_type') return inEnglish(refusal.reason);
  if (refusal.code === 'file_too_large') return 'It is larger than MAX_FILE_SIZE_MB.';
  return refusal.code === 'empty_file' ? 'It is empty.' : refusal.code;
}
