import type { Notifier } from '../../concurrency/notifier.ts';
import { invalidField, RefusedError } from '../../errors.ts';
import type { SourceDrivers } from '../../ports/source-driver.ts';
import type { SourceRecord, SourceSettings, SourceStore } from '../../ports/source-store.ts';
import { documentIdOf } from '../documents/document-id.ts';

/** Each has a list of up to `SOURCE_DOCUMENTS_MAX` documents in memory while it runs. */
const SOURCES_MAX = 100;

export const SOURCE_STATES = [
  'queued',
  'running',
  'done',
  'failed',
  'needs_confirmation',
  'paused',
  'removing',
] as const;
export type SourceState = (typeof SOURCE_STATES)[number];

/** The use-cases behind the routes of sources. What they return is durable. */
export type Sources = ReturnType<typeof createSources>;

/** What keeps its value is absent. */
export type SourceChanges = Partial<Omit<SourceSettings, 'kind'>> & { readonly isPaused?: boolean };

/** @param parts.requested Notified when a source has become due. */
export function createSources(parts: {
  store: SourceStore;
  drivers: SourceDrivers;
  requested: Pick<Notifier, 'notify'>;
  now: () => number;
}) {
  const { store, drivers, requested, now } = parts;

  async function request(sourceId: string, change: { isConfirmed?: true; isRemoved?: true }) {
    const { isConfirmed = false, isRemoved = false } = change;
    const source = await store.request(sourceId, { now: now(), isConfirmed, isRemoved });
    if (!source) throw notFound(sourceId);
    requested.notify();
    return source;
  }

  /** @throws {RefusedError} `source_not_found` */
  async function get(sourceId: string): Promise<SourceRecord> {
    const source = await store.get(sourceId);
    if (!source) throw notFound(sourceId);
    return source;
  }

  /** @throws {RefusedError} `validation_failed` */
  function vet(settings: SourceSettings): void {
    const message = drivers[settings.kind].vet(settings);
    if (message !== undefined) throw invalidField('location', message);
  }

  return {
    get,
    /**
     * Changes what is given. The source runs as soon as it can, unless it is paused.
     *
     * @throws {RefusedError} `source_not_found`, `validation_failed`.
     */
    async change(sourceId: string, { isPaused, ...changes }: SourceChanges): Promise<SourceRecord> {
      // Somebody else may change it at the same time.
      for (;;) {
        const source = await get(sourceId);
        if (source.isRemoved) throw notFound(sourceId);
        const to = { ...source.settings, ...changes };
        vet(to);
        const change = { from: source.settings, to, isPaused: isPaused ?? source.isPaused, now: now() };
        const changed = await store.change(sourceId, change);
        if (!changed) continue;
        requested.notify();
        return changed;
      }
    },
    /** @throws {RefusedError} `validation_failed`, `source_exists`, `too_many_sources`. */
    async add(settings: SourceSettings) {
      vet(settings);
      const sourceId = documentIdOf(settings.name).toLowerCase();
      const at = now();
      const added = await store.add(
        { sourceId, settings, createdAt: at, dueAt: at },
        { sourcesMax: SOURCES_MAX },
      );
      if (added) {
        requested.notify();
        return added;
      }
      throw new RefusedError(
        (await store.get(sourceId))
          ? { code: 'source_exists', sourceId }
          : { code: 'too_many_sources', limit: SOURCES_MAX },
      );
    },
    async list({ limit, before }: { limit: number; before?: number | undefined }) {
      const found = await store.list({ limit: limit + 1, before });
      const sources = found.slice(0, limit);
      const nextBefore = found.length > limit ? sources.at(-1)?.sequence : undefined;
      return { sources, nextBefore, total: await store.count() };
    },
    /**
     * Makes a source run as soon as it can.
     *
     * @throws {RefusedError} `source_not_found`
     */
    run: (sourceId: string) => request(sourceId, {}),
    /**
     * Lets the next run, which follows at once, delete as many documents as the last one would have.
     *
     * @throws {RefusedError} `source_not_found`, `nothing_to_confirm`
     */
    async confirm(sourceId: string) {
      const { wouldDelete } = await get(sourceId);
      if (wouldDelete === 0) throw new RefusedError({ code: 'nothing_to_confirm', sourceId });
      return request(sourceId, { isConfirmed: true });
    },
    /**
     * Removes a source: at once, or when its documents are deleted, which continues in the background.
     *
     * @throws {RefusedError} `source_not_found`
     */
    async remove(
      sourceId: string,
      { documents }: { documents: 'keep' | 'delete' },
    ): Promise<'deleted' | 'removing'> {
      if (documents === 'delete') {
        await request(sourceId, { isRemoved: true });
        return 'removing';
      }
      if (!(await store.remove(sourceId))) throw notFound(sourceId);
      return 'deleted';
    },
  };
}

/** @param now Milliseconds since the epoch. */
export function stateOf(source: SourceRecord, now: number): SourceState {
  const { dueAt, startedAt, endedAt, result, wouldDelete, isPaused, isRemoved } = source;
  if (isRemoved) return 'removing';
  if (startedAt !== null && endedAt === null && dueAt === null) return 'running';
  if (dueAt !== null && dueAt <= now) return 'queued';
  if (wouldDelete > 0) return 'needs_confirmation';
  if (isPaused) return 'paused';
  return result?.error && result.error.code !== 'document_failed' ? 'failed' : 'done';
}

function notFound(sourceId: string): RefusedError {
  return new RefusedError({ code: 'source_not_found', sourceId });
}
