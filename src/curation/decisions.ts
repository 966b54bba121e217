import { setTimeout as sleep } from 'node:timers/promises';
import { asError, type Refusal, RefusedError } from '../errors.ts';
import { currentCorrelationId, withCorrelationId } from '../kernel/correlation.ts';
import type { AnswerDocuments } from '../ports/answer-documents.ts';
import type { CurationStore, ReviewEntry } from '../ports/curation-store.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import type { Logger } from '../ports/logger.ts';
import { liveVersions } from './provenance.ts';
import { withoutCitations } from './without-citations.ts';

/** Pauses between checks whether an answer is searchable; each is twice the one before, up to the maximum. */
const POLL_MS = { first: 5, max: 250 } as const;
/** The same between retries after a failure of a store. */
const RETRY_MS = { first: 500, max: 30_000 } as const;
const RETURNED_RETRY_SECONDS = 30;

/** Why the entry is back in the queue; undefined when the decision is carried out. */
type Returned = Refusal | undefined;

export type Decisions = ReturnType<typeof createDecisions>;

/**
 * Carries out decisions: `approving → approved` when the answer is searchable; `rejecting → rejected` and
 * `reopening → pending` when no search returns it. Every step can be repeated, so a decision that a crash interrupted
 * resumes at the next start.
 *
 * When disposed of, it stops running work; the next start resumes it.
 */
export function createDecisions(parts: {
  store: CurationStore;
  documents: AnswerDocuments;
  documentStore: Pick<DocumentStore, 'getMany'>;
  /** Called for every entry that was approved or returned to the queue: its documents may have changed before that. */
  onDecided: (entry: ReviewEntry) => Promise<void>;
  logger: Logger;
}) {
  const { store, documents, documentStore, onDecided, logger } = parts;
  const stop = new AbortController();
  const running = new Map<string, Promise<Returned>>();

  async function approve(entry: ReviewEntry): Promise<Returned> {
    const docId = entry.docId!;
    try {
      await documents.ingest({
        docId,
        entryId: entry.entryId,
        question: entry.question,
        text: withoutCitations(entry.answer, entry.sources.length),
        tags: entry.tags,
        restsOn: entry.restsOn.map(({ docId }) => docId),
        correlationId: currentCorrelationId() ?? entry.correlationId,
      });
    } catch (error) {
      if (error instanceof RefusedError) return returnToQueue(entry, error.refusal);
      throw error;
    }
    const ended = await settled(docId);
    if (ended.state !== 'searchable') {
      const reason = ended.state === 'failed' ? ended.reason : 'Its document was deleted meanwhile.';
      return returnToQueue(entry, {
        code: 'approval_failed',
        reason,
        retryAfterSeconds: RETURNED_RETRY_SECONDS,
      });
    }
    const approved = await store.move(entry.entryId, {
      from: 'approving',
      to: 'approved',
      changes: { stale: false },
    });
    // If not, another process carried the decision out.
    if (approved) {
      await onDecided(approved);
      logger.info('Answer approved', { entry_id: entry.entryId, doc_id: docId });
    }
    return undefined;
  }

  async function settled(docId: string) {
    for (let waitMs: number = POLL_MS.first; ; waitMs = Math.min(waitMs * 2, POLL_MS.max)) {
      const found = await documents.stateOf(docId);
      if (found.state !== 'underway') return found;
      await pause(waitMs);
    }
  }

  async function returnToQueue(entry: ReviewEntry, refusal: Refusal): Promise<Returned> {
    const docId = entry.docId!;
    const answers = (await liveVersions(documentStore, [docId])).length > 0;
    if (!answers) await documents.remove(docId);
    const returned = await store.move(entry.entryId, {
      from: 'approving',
      to: 'pending',
      changes: {
        docId: answers ? docId : null,
        expiresAt: answers ? entry.expiresAt : null,
        decidedAt: null,
        decidedBy: null,
      },
    });
    if (returned) {
      await onDecided(returned);
      logger.warn('Approval failed; the answer is pending again', {
        entry_id: entry.entryId,
        code: refusal.code,
      });
    }
    return refusal;
  }

  /** Carries out a rejection or a reopening: no search returns the answer any more. */
  async function withdraw(entry: ReviewEntry, from: keyof typeof WITHDRAWALS): Promise<undefined> {
    const { to, message } = WITHDRAWALS[from];
    if (entry.docId !== null) await documents.remove(entry.docId);
    const moved = await store.move(entry.entryId, { from, to, changes: { docId: null } });
    if (moved) logger.info(message, { entry_id: entry.entryId });
  }

  async function untilDone(entry: ReviewEntry): Promise<Returned> {
    for (let waitMs: number = RETRY_MS.first; ; waitMs = Math.min(waitMs * 2, RETRY_MS.max)) {
      stop.signal.throwIfAborted();
      try {
        if (entry.state === 'approving') return await approve(entry);
        return await withdraw(entry, entry.state === 'reopening' ? 'reopening' : 'rejecting');
      } catch (error) {
        stop.signal.throwIfAborted();
        logger.error('A decision could not be carried out; retrying', {
          entry_id: entry.entryId,
          error: asError(error),
        });
        await pause(waitMs);
      }
    }
  }

  /** @throws The stop's reason, as soon as there is one. */
  async function pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: stop.signal }).catch(() => stop.signal.throwIfAborted());
  }

  /**
   * Carries out a decision, however long it takes, even when nobody waits for it; joins it when it is already running.
   *
   * @param entry In the state `approving`, `rejecting` or `reopening`.
   * @throws The reason of the stop.
   */
  function carryOut(entry: ReviewEntry): Promise<Returned> {
    const decision = decisionOf(entry);
    const begun = running.get(decision);
    if (begun) return begun;
    const work = untilDone(entry);
    running.set(decision, work);
    const end = () => void running.delete(decision);
    work.then(end, end);
    return work;
  }

  return {
    carryOut,

    /**
     * Starts the stored decisions that are not running: a crash interrupted them, or the disk failed to sync their
     * beginning. They continue after this has resolved.
     */
    async resume(): Promise<void> {
      const begun = await store.entriesIn(['approving', 'rejecting', 'reopening']);
      const entries = begun.filter((entry) => !running.has(decisionOf(entry)));
      for (const entry of entries) withCorrelationId(entry.correlationId, () => carryOut(entry));
      if (entries.length > 0) logger.info('Resuming interrupted decisions', { entries: entries.length });
    },

    async [Symbol.asyncDispose](): Promise<void> {
      stop.abort(new RefusedError({ code: 'shutting_down', retryAfterSeconds: STOPPED_RETRY_SECONDS }));
      await Promise.allSettled(running.values());
    },
  };
}

/** Tells a decision from later ones about the same entry. */
function decisionOf({ entryId, state, decidedAt }: ReviewEntry): string {
  return `${entryId} ${state} ${decidedAt}`;
}

const STOPPED_RETRY_SECONDS = 5;

const WITHDRAWALS = {
  rejecting: { to: 'rejected', message: 'Answer rejected' },
  reopening: { to: 'pending', message: 'Decision undone; the answer is pending again' },
} as const;
