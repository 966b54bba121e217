import assert from 'node:assert/strict';
import { test } from 'node:test';
import { givenAnswer, openCurationStand } from '../../test/curation-stand.ts';
import { createAnswerDocuments } from '../ingestion/documents/answer-documents.ts';
import { SILENT } from '../kernel/silent-logger.ts';
import type { ReviewState } from '../ports/curation-store.ts';
import { createDecisions } from './decisions.ts';

test('a decision that another process has carried out is not logged again', async () => {
  await using stand = await openCurationStand();
  const { store, ingestion } = stand;
  const logged: string[] = [];
  const note = (message: string) => void logged.push(message);
  await using decisions = createDecisions({
    ...{ store, documents: createAnswerDocuments(ingestion), documentStore: ingestion.documentStore },
    onDecided: async () => assert.fail('the other process does this'),
    logger: { ...SILENT, info: note, warn: note },
  });
  const carriedOutElsewhere = async (question: string, from: ReviewState, to: ReviewState) => {
    const entryId = (await stand.review.hold(givenAnswer(question, { sources: [] })))!;
    const changes = { docId: `answer-${entryId}` };
    const begun = (await store.move(entryId, { from: 'pending', to: from, changes }))!;
    await store.move(entryId, { from, to });
    await decisions.carryOut(begun);
  };
  await carriedOutElsewhere('When does the castle open?', 'approving', 'approved');
  await carriedOutElsewhere('When does the garden open?', 'rejecting', 'rejected');
  assert.deepEqual(logged, []);
});
