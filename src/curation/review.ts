import { endsWithin } from '../concurrency/deadline.ts';
import { invalidField, RefusedError } from '../errors.ts';
import { currentCorrelationId } from '../kernel/correlation.ts';
import type { AuditAction, AuditEntry } from '../ports/access-store.ts';
import { ANSWER_ID_PREFIX } from '../ports/answer-documents.ts';
import { parseChunkId } from '../ports/chunk.ts';
import type { CitedSource } from '../ports/cited-source.ts';
import type {
  CurationStore,
  DocumentVersion,
  HeldAnswer,
  ReviewEntry,
  Transition,
} from '../ports/curation-store.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import type { GivenAnswer } from '../ports/given-answer.ts';
import type { Logger } from '../ports/logger.ts';
import type { Decisions } from './decisions.ts';
import { liveVersions } from './provenance.ts';
import { questionKey } from './question-key.ts';
import { isHeld, type ReviewPolicy } from './review-policy.ts';
import { withoutCitations } from './without-citations.ts';

/** Pending entries; beyond it answers are given but not held. */
const PENDING_MAX = 10_000;
/** How long a request waits for its decision to be carried out; it is carried out either way. */
const DECISION_WAIT_MS = 15_000;
const UNDERWAY_RETRY_SECONDS = 5;
const DAY_MS = 86_400_000;

/** A reviewer's changes before approval; absent fields stay. */
export interface Edits {
  readonly question?: string | undefined;
  readonly answer?: string | undefined;
  readonly note?: string | undefined;
  /** Default: those of the asker. */
  readonly tags?: readonly string[] | undefined;
  /** Milliseconds since the epoch; null for an approval without end, absent for the default. */
  readonly expiresAt?: number | null | undefined;
}

interface DecisionOptions {
  readonly signal: AbortSignal;
  /** The reviewer's name, unverified. */
  readonly by?: string | undefined;
  /** Whose key it was, for the audit log. */
  readonly actor: string;
}

export type Review = ReturnType<typeof createReview>;

/** The queue of answers to review. What it returns is durable. */
export function createReview(parts: {
  store: CurationStore;
  documentStore: Pick<DocumentStore, 'getMany'>;
  decisions: Pick<Decisions, 'carryOut' | 'resume'>;
  policy: ReviewPolicy;
  logger: Logger;
  now: () => number;
  newId: () => string;
  /** Awaited for every held answer: its sources may have changed while it was made. */
  onHeld: (entry: ReviewEntry) => Promise<void>;
  /** Days after which an approval expires if the reviewer does not say when; 0: never. */
  expiresDays: number;
  pendingMax?: number;
  decisionWaitMs?: number;
}) {
  const { store, documentStore, decisions, policy, onHeld, expiresDays, logger, now, newId } = parts;
  const { pendingMax = PENDING_MAX, decisionWaitMs = DECISION_WAIT_MS } = parts;

  /** @returns The entry that holds the answer; null when it need not be held, or its question was decided. */
  async function hold(answer: GivenAnswer): Promise<string | null> {
    if (!isHeld(answer, policy)) return null;
    const { question, sources, mode, model, grounded, groundedScore, statements, correlationId } = answer;
    const held: HeldAnswer = {
      ...{ question, answer: answer.answer, sources, mode, model },
      ...{ grounded, groundedScore, statements, correlationId },
      entryId: newId(),
      audience: answer.audience,
      questionKey: questionKey(answer.question, answer.audience),
      restsOn: versionsOf(answer.sources),
      now: now(),
    };
    const outcome = await store.hold(held, { pendingMax });
    if (outcome.outcome === 'full') {
      logger.warn('The review queue is full: an answer is not held', { pending_max: pendingMax });
      return null;
    }
    if (outcome.outcome === 'decided' && !isWithdrawn(outcome.entry)) return null;
    const entry = outcome.outcome === 'held' ? outcome.entry : await bringBack(outcome.entry, held);
    // The loser of the race to bring it back finds it pending.
    if (!entry) return hold(answer);
    await onHeld(entry);
    return entry.entryId;
  }

  /** The approved answer was deleted, so there is a new one to review. */
  async function bringBack(entry: ReviewEntry, { now: _, questionKey, entryId, ...answer }: HeldAnswer) {
    const changes = { ...answer, stale: false, asked: entry.asked + 1, expiresAt: null, ...UNDECIDED };
    return store.move(entry.entryId, { from: 'approved', to: 'pending', changes });
  }

  /** @throws {RefusedError} `review_entry_not_found`. */
  async function known(entryId: string): Promise<ReviewEntry> {
    const entry = await store.entry(entryId);
    if (!entry) throw new RefusedError({ code: 'review_entry_not_found', entryId });
    return entry;
  }

  /** A decision may persist although the store reported a failure: then it is still carried out. */
  async function begin(entryId: string, transition: Transition): Promise<ReviewEntry | undefined> {
    try {
      return await store.move(entryId, transition);
    } catch (error) {
      await decisions.resume();
      throw error;
    }
  }

  /** @throws {RefusedError} When it is no longer pending: somebody else was faster. */
  async function decide(entryId: string, transition: Omit<Transition, 'from'>): Promise<ReviewEntry> {
    const decided = await begin(entryId, { ...transition, from: 'pending' });
    if (decided) return decided;
    const { state } = await known(entryId);
    throw new RefusedError({ code: 'review_already_decided', entryId, state });
  }

  function auditOf(action: AuditAction, { entryId, question }: ReviewEntry, actor: string): AuditEntry {
    const correlationId = currentCorrelationId() ?? '';
    return { at: now(), actor, action, subject: entryId, title: question, correlationId };
  }

  function defaultExpiry(decidedAt: number): number | null {
    return expiresDays === 0 ? null : decidedAt + expiresDays * DAY_MS;
  }

  async function carryOut(entry: ReviewEntry, signal: AbortSignal): Promise<void> {
    const work = decisions.carryOut(entry);
    if (await endsWithin(work, decisionWaitMs, { signal })) {
      const refusal = await work;
      if (refusal) throw new RefusedError(refusal);
      return;
    }
    throw underway(entry);
  }

  return {
    hold,
    pending: (...of: Parameters<CurationStore['pending']>) => store.pending(...of),
    decided: (...of: Parameters<CurationStore['decided']>) => store.decided(...of),
    entry: known,

    /**
     * Stores the answer as a document; resolves when it is searchable. Aborting the wait does not undo the decision.
     *
     * @throws {RefusedError} `review_entry_not_found`, `review_already_decided`; `validation_failed` when the answer has
     * no words, or expires in the past; `decision_underway` when it takes longer than a request may; `approval_failed`,
     * or ingestion's refusal, when the entry is back in the queue.
     */
    async approve(entryId: string, edits: Edits, { signal, by, actor }: DecisionOptions) {
      const { question, answer, note, tags, expiresAt } = edits;
      const entry = await known(entryId);
      const decidedAt = now();
      refusePast(expiresAt, decidedAt);
      refuseEmpty(answer ?? entry.answer, entry.sources.length);
      // The same at every approval.
      const docId = entry.docId ?? `${ANSWER_ID_PREFIX}${entryId}`;
      const changes: Transition['changes'] = {
        ...(question !== undefined && { question }),
        ...(answer !== undefined && { answer }),
        // The findings belong to the original sentences, not to edited ones.
        ...(answer !== undefined && answer !== entry.answer && { statements: [] }),
        tags: tags ?? (entry.tags.length > 0 ? entry.tags : (entry.audience ?? [])),
        note: note || null,
        docId,
        // The reviewer confirms it for the documents' present state.
        restsOn: await liveVersions(
          documentStore,
          entry.restsOn.map(({ docId }) => docId),
        ),
        decidedAt,
        decidedBy: by ?? null,
        expiresAt: expiresAt === undefined ? defaultExpiry(decidedAt) : expiresAt,
      };
      const approvedKey = questionKey(question ?? entry.question, entry.audience);
      const audit = auditOf('answer.approved', entry, actor);
      const decided = await decide(entryId, { to: 'approving', changes, approvedKey, audit });
      await carryOut(decided, signal);
      return { docId };
    },

    /** @throws {RefusedError} `review_entry_not_found`, `review_already_decided`, `decision_underway`. */
    async reject(entryId: string, { note }: Pick<Edits, 'note'>, { signal, by, actor }: DecisionOptions) {
      const audit = auditOf('answer.rejected', await known(entryId), actor);
      const changes = { note: note || null, decidedAt: now(), decidedBy: by ?? null };
      const decided = await decide(entryId, { to: 'rejecting', changes, audit });
      await carryOut(decided, signal);
    },

    /**
     * Takes a decision back: an approved answer is withdrawn, and the entry is pending, as it was last edited.
     *
     * @throws {RefusedError} `review_entry_not_found`; `review_not_decided` when it is pending; `decision_underway`.
     */
    async reopen(entryId: string, { signal, actor }: Omit<DecisionOptions, 'by'>): Promise<void> {
      const audit = auditOf('decision.undone', await known(entryId), actor);
      const changes = { ...UNDECIDED, expiresAt: null };
      const reopened = await begin(entryId, {
        from: ['approved', 'rejected'],
        to: 'reopening',
        changes,
        audit,
      });
      if (reopened) return carryOut(reopened, signal);
      const entry = await known(entryId);
      if (entry.state === 'pending') throw new RefusedError({ code: 'review_not_decided', entryId });
      throw underway(entry);
    },
  };
}

function underway({ entryId, state }: ReviewEntry): RefusedError {
  const retryAfterSeconds = UNDERWAY_RETRY_SECONDS;
  return new RefusedError({ code: 'decision_underway', entryId, state, retryAfterSeconds });
}

/** @throws {RefusedError} `validation_failed` when the answer is empty without its source numbers. */
function refuseEmpty(answer: string, sources: number): void {
  if (/[\p{L}\p{N}]/u.test(withoutCitations(answer, sources))) return;
  throw invalidField('answer', 'must say something besides naming its sources');
}

/** @throws {RefusedError} `validation_failed` */
function refusePast(expiresAt: number | null | undefined, now: number): void {
  if (expiresAt === undefined || expiresAt === null || expiresAt > now) return;
  throw invalidField('expires_at', 'must be in the future');
}

const UNDECIDED = { decidedAt: null, decidedBy: null, note: null } as const;

/** Somebody deleted the document of the approved answer. */
function isWithdrawn({ state, docId }: ReviewEntry): boolean {
  return state === 'approved' && docId === null;
}

function versionsOf(sources: readonly CitedSource[]): DocumentVersion[] {
  const versions = new Map<string, number>();
  for (const { chunkId } of sources) {
    const chunk = parseChunkId(chunkId);
    if (chunk) versions.set(chunk.docId, chunk.version);
  }
  return [...versions].map(([docId, version]) => ({ docId, version }));
}
