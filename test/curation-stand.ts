import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { openSqliteCurationStore } from '../src/adapters/sqlite/stores.ts';
import { createApprovedPassages } from '../src/curation/approved-passages.ts';
import { createDecisions } from '../src/curation/decisions.ts';
import { answerLinks, createProvenance } from '../src/curation/provenance.ts';
import { createReview } from '../src/curation/review.ts';
import type { ReviewPolicy } from '../src/curation/review-policy.ts';
import { createAnswerDocuments } from '../src/ingestion/documents/answer-documents.ts';
import { SILENT } from '../src/kernel/silent-logger.ts';
import type { CitedSource } from '../src/ports/cited-source.ts';
import type { CurationStore, ReviewEntry, ReviewState } from '../src/ports/curation-store.ts';
import type { GivenAnswer } from '../src/ports/given-answer.ts';
import type { Logger } from '../src/ports/logger.ts';
import { openStand } from './ingestion-stand.ts';
import { until } from './until.ts';

const WAIT_MS = 60_000;

/** Review over the real stores and the real ingestion in a folder; `close` leaves the folder for the next one. */
export async function openCurationStand(
  options: {
    folder?: string;
    policy?: ReviewPolicy;
    pendingMax?: number;
    decisionWaitMs?: number;
    expiresDays?: number;
    /** Jobs in work at once; with 0 nothing is ever ingested. */
    concurrency?: number;
    /** The process dies before its n-th step, from 0: whatever changes a store from then on fails. */
    diesAtStep?: number;
    log?: string[];
  } = {},
) {
  const steps = { taken: 0 };
  const { diesAtStep = Number.POSITIVE_INFINITY, log } = options;
  const mortal = <T extends object>(part: T, changing: readonly (keyof T)[]): T =>
    new Proxy(part, {
      get(target, name) {
        const member = Reflect.get(target, name, target);
        if (!changing.includes(name as keyof T)) return member;
        return async (...given: unknown[]) => {
          if (steps.taken >= diesAtStep) throw new Error('The process is dead');
          steps.taken += 1;
          return Reflect.apply(member as () => unknown, target, given);
        };
      },
    });

  let documentChanged = async (_docId: string) => {};
  const ingestion = await openStand({
    ...(options.folder !== undefined && { folder: options.folder }),
    ...(options.concurrency !== undefined && { concurrency: options.concurrency }),
    graceMs: 200,
    onChanged: (docId) => documentChanged(docId),
  });
  const { folder, catalog, originals, documentStore } = ingestion;
  const realStore = openSqliteCurationStore(join(folder, 'curation.db'));
  const store: CurationStore = mortal(realStore, ['hold', 'move', 'expire']);
  const documents = mortal(createAnswerDocuments({ catalog, originals }), ['ingest', 'remove']);
  const logger: Logger = { ...SILENT, info: (message) => log?.push(message) };
  const provenance = createProvenance({ store, documentStore, logger });
  documentChanged = provenance.documentChanged;
  await documentStore.linkAnswers(answerLinks(await realStore.ties()), Date.now());
  await provenance.start();
  const decisions = createDecisions({
    ...{ store, documents, documentStore, logger },
    onDecided: provenance.recheck,
  });
  await decisions.resume();
  const { policy = 'synthesized', pendingMax, decisionWaitMs, expiresDays = 0 } = options;
  const review = createReview({
    ...{ store, documentStore, decisions, policy, expiresDays, logger },
    onHeld: provenance.recheck,
    now: Date.now,
    newId: randomUUID,
    ...(pendingMax !== undefined && { pendingMax }),
    ...(decisionWaitMs !== undefined && { decisionWaitMs }),
  });

  async function close() {
    await decisions[Symbol.asyncDispose]();
    await ingestion.close();
    await realStore[Symbol.asyncDispose]();
  }

  const deciding = () => ({ signal: AbortSignal.timeout(WAIT_MS), actor: 'ada' });

  return {
    ...{ folder, review, store: realStore, ingestion, steps, close },
    /** As the decisions are carried out: with the stores of a process that may die. */
    mortal: { store, decisions },
    approvedPassages: createApprovedPassages({ store: realStore, documentStore, logger }),

    approve: (entryId: string, edits: Parameters<typeof review.approve>[1] = {}) =>
      review.approve(entryId, edits, deciding()),
    reject: (entryId: string, note?: string) => review.reject(entryId, { note }, deciding()),
    reopen: (entryId: string) => review.reopen(entryId, deciding()),

    /** The entry as soon as it is in one of `states`. */
    async reaches(entryId: string, states: readonly ReviewState[]): Promise<ReviewEntry> {
      await until(
        async () => states.includes((await realStore.entry(entryId))!.state),
        () => `${entryId} is not ${states}`,
      );
      return (await realStore.entry(entryId))!;
    },

    /** Waits until the entry is so: a document changes before the answers that cite it. */
    becomes: (entryId: string, expected: Partial<ReviewEntry>) =>
      until(
        async () =>
          isDeepStrictEqual(
            { ...(await realStore.entry(entryId)), ...expected },
            await realStore.entry(entryId),
          ),
        () => `${entryId} is not ${JSON.stringify(expected)}`,
      ),

    async [Symbol.asyncDispose]() {
      await close();
      await rm(folder, { recursive: true });
    },
  };
}

/** An answer composed of two documents, under the correlation id `chat-1`. */
export function givenAnswer(asked: string, changes: Partial<GivenAnswer> = {}): GivenAnswer {
  return {
    ...{ audience: null, correlationId: 'chat-1', asked, question: asked },
    answer: 'The castle opens at nine. [1] The garden opens at seven. [2]',
    sources: [sourceIn('castle', 1), sourceIn('garden', 2)],
    ...{ mode: 'learning', model: 'extractive', grounded: 'supported', groundedScore: 1, bestScore: 0.9 },
    statements: [
      { start: 0, end: 25, verdict: 'supported', citations: [1], alarms: [] },
      { start: 30, end: 56, verdict: 'supported', citations: [2], alarms: [] },
    ],
    ...{ refused: false, synthesized: true, usage: null, timingsMs: { retrieve: 1, generate: 1, total: 2 } },
    ...changes,
  };
}

/** A quoted answer. */
export function loggedAnswer(asked: string, changes: Partial<GivenAnswer> = {}): GivenAnswer {
  return givenAnswer(asked, { answer: 'At nine.', synthesized: false, ...changes });
}

export function sourceIn(docId: string, n: number, changes: Partial<CitedSource> = {}): CitedSource {
  return {
    ...{ n, label: docId, docId, chunkId: `${docId}.1.0`, score: 0.9, page: null, section: null },
    ...{
      snippet: `The ${docId}.`,
      start: 0,
      end: 20,
      quotes: [{ start: 0, end: 20 }],
      url: null,
      kind: 'document',
      ...changes,
    },
  };
}
