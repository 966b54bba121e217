import { asError } from '../errors.ts';
import type { CurationStore, DocumentVersion, ReviewEntry, ReviewTie } from '../ports/curation-store.ts';
import type { AnswerLink } from '../ports/document-intake.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import type { Logger } from '../ports/logger.ts';
import type { SearchIndex } from '../ports/search-index.ts';

export type Provenance = ReturnType<typeof createProvenance>;

/** The documents that stored approved answers cite. */
export function answerLinks(ties: readonly ReviewTie[]): AnswerLink[] {
  const sources = Map.groupBy(
    ties.filter(({ version }) => version !== null),
    ({ entryId }) => entryId,
  );
  return ties
    .filter(({ version }) => version === null)
    .map(({ entryId, docId }) => ({ docId, restsOn: (sources.get(entryId) ?? []).map((tie) => tie.docId) }));
}

const STALE = { to: 'pending', changes: { stale: true } } as const;
const WITHDRAWN = { changes: { docId: null, expiresAt: null } } as const;

/**
 * Keeps review entries consistent with their documents. When a source of an answer is replaced or deleted, the entry
 * becomes stale and, if it was approved, returns to the queue: a person must decide on it again. Until then the approved
 * answer stays after a replacement; with a deleted source its document is deleted (`DocumentStore.delete`). When the
 * document made from the answer is deleted, the entry loses it.
 */
export function createProvenance(parts: {
  store: Pick<CurationStore, 'ties' | 'move'>;
  documentStore: Pick<DocumentStore, 'getMany'>;
  logger: Logger;
}) {
  const { store, documentStore, logger } = parts;

  async function check(ties: readonly ReviewTie[]): Promise<void> {
    const docIds = [...new Set(ties.map(({ docId }) => docId))];
    if (docIds.length === 0) return;
    const records = await documentStore.getMany(docIds);
    const documents = new Map(records.map((record) => [record.docId, record]));
    // First what it rests on: an approved entry without a document has no ties, by which a later start could mark it.
    const ordered = [...ties].sort((a, b) => Number(a.version === null) - Number(b.version === null));
    for (const tie of ordered) {
      const document = documents.get(tie.docId);
      const isMarked = tie.stale && tie.state === 'pending';
      if (tie.version === null && document?.kind !== 'approved_answer')
        await move(tie, WITHDRAWN, 'An approved answer was withdrawn');
      if (tie.version !== null && document?.liveVersion !== tie.version && !isMarked)
        await move(tie, STALE, 'An answer is stale because a document that it cites has changed');
    }
  }

  async function move(
    { entryId, docId }: ReviewTie,
    change: typeof STALE | typeof WITHDRAWN,
    message: string,
  ) {
    if (await store.move(entryId, { from: ['approved', 'pending'], ...change }))
      logger.info(message, { entry_id: entryId, doc_id: docId });
  }

  return {
    /** Call whenever a document's published version changes or disappears. Logs failures: the next start repairs them. */
    async documentChanged(docId: string): Promise<void> {
      try {
        await check(await store.ties(docId));
      } catch (error) {
        logger.error('Answers that cite a changed document could not be marked', {
          doc_id: docId,
          error: asError(error),
        });
      }
    },

    /** Compares a pending or approved entry with its documents' present state. */
    async recheck({ entryId, state, stale, docId, restsOn }: ReviewEntry): Promise<void> {
      if (state !== 'approved' && state !== 'pending') return;
      const hangsOn = [...restsOn, ...(docId === null ? [] : [{ docId, version: null }])];
      await check(hangsOn.map((tie) => ({ ...tie, entryId, state, stale })));
    },

    /** Completes work that a crash interrupted. */
    start: async () => check(await store.ties()),
  };
}

/** Withdraws approved answers that an earlier Docent left when it deleted what they rest on. */
export async function withdrawLostAnswers(parts: {
  documentStore: Pick<DocumentStore, 'linkAnswers'>;
  curationStore: Pick<CurationStore, 'ties'>;
  searchIndex: Pick<SearchIndex, 'remove'>;
  logger: Logger;
  now: () => number;
}): Promise<void> {
  const { documentStore, curationStore, searchIndex, logger, now } = parts;
  const withdrawn = await documentStore.linkAnswers(answerLinks(await curationStore.ties()), now());
  for (const { docId, version } of withdrawn) await searchIndex.remove(docId, version);
  if (withdrawn.length > 0)
    logger.info('Approved answers withdrawn because documents that they cite were deleted', {
      doc_ids: withdrawn.map(({ docId }) => docId).join(' '),
    });
}

/** The published versions of these documents; documents without one are left out. */
export async function liveVersions(
  documentStore: Pick<DocumentStore, 'getMany'>,
  docIds: readonly string[],
): Promise<DocumentVersion[]> {
  const records = await documentStore.getMany(docIds);
  return records.flatMap(({ docId, liveVersion }) =>
    liveVersion === null ? [] : [{ docId, version: liveVersion }],
  );
}
