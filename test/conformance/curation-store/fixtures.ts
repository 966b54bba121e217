import assert from 'node:assert/strict';
import type {
  CurationStore,
  HeldAnswer,
  NewFeedback,
  ReviewEntry,
} from '../../../src/ports/curation-store.ts';
import type { Check } from '../store-checks.ts';

export type CheckCuration = Check<CurationStore>;

export const NOW = 1_700_000_000_000;
export const MANY = { pendingMax: 1_000 };

export async function holdOne(store: CurationStore, question: string): Promise<ReviewEntry> {
  const outcome = await store.hold(heldAnswer(question), MANY);
  assert.ok(outcome.outcome === 'held');
  return outcome.entry;
}

export function heldAnswer(question: string): HeldAnswer {
  const source = {
    ...{ n: 1, label: 'Castle, p. 3', docId: 'castle', chunkId: 'castle.2.7', score: 0.75, page: 3 },
    ...{
      section: null,
      snippet: 'It “opens” at nine.',
      start: 40,
      end: 400,
      quotes: [{ start: 52, end: 71 }],
      url: 'https://example.org/c',
      kind: 'document' as const,
    },
  };
  return {
    ...{ entryId: `entry-${question}`, questionKey: question, question, answer: 'At nine. [1]' },
    ...{
      sources: [source],
      restsOn: [{ docId: 'castle', version: 2 }],
      mode: 'learning',
      model: 'extractive',
    },
    ...{ grounded: 'partial', groundedScore: 0.5, correlationId: 'c-1', audience: null, now: NOW },
    statements: [{ start: 0, end: 8, verdict: 'partial', citations: [1], alarms: ['other_unit'] }],
  };
}

export function fieldsOf({ questionKey: _, now: __, ...fields }: HeldAnswer) {
  return fields;
}

export function newFeedback(
  feedbackId: string,
  rating: NewFeedback['rating'],
  changes: Partial<NewFeedback> = {},
): NewFeedback {
  const given = { correlationId: 'c', reason: 'why', question: null, answer: 'a', questionKey: null };
  return { feedbackId, rating, ...given, now: NOW, ...changes };
}

export function questionsOf(entries: readonly ReviewEntry[]): string[] {
  return entries.map(({ question }) => question);
}

export function idsOf(records: readonly { feedbackId: string }[]): string[] {
  return records.map(({ feedbackId }) => feedbackId);
}
