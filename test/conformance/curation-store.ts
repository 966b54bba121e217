import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { CurationStore } from '../../src/ports/curation-store.ts';
import { accessChapter } from './curation-store/access.ts';
import { entryChapter } from './curation-store/entries.ts';
import { entryListChapter } from './curation-store/entry-lists.ts';
import { feedbackChapter } from './curation-store/feedback.ts';
import { type CheckCuration, heldAnswer, MANY, newFeedback } from './curation-store/fixtures.ts';
import { assertUnavailable, type OpenStore, type SuiteOptions, storeChecks } from './store-checks.ts';

const CHAPTERS = {
  entries: entryChapter,
  'lists of entries': entryListChapter,
  feedback: feedbackChapter,
  access: accessChapter,
  'life and death': lifeChapter,
};

/** The contract of every curation store. `open` opens the store of a folder, possibly twice in a row. */
export function curationStoreConformance(
  name: string,
  open: OpenStore<CurationStore>,
  options: SuiteOptions = {},
): void {
  for (const [topic, chapter] of Object.entries(CHAPTERS))
    describe(`${name} is a CurationStore: ${topic}`, options, () => chapter(storeChecks(open)));
}

function lifeChapter(check: CheckCuration): void {
  check('a store that is open can be reached; one that was closed refuses all', async (store) => {
    await store.ping(AbortSignal.timeout(60_000));
    await assert.rejects(store.ping(AbortSignal.abort(new Error('left'))), /left/);
    await store[Symbol.asyncDispose]();
    await assertUnavailable(
      () => store.entry('a'),
      () => store.hold(heldAnswer('a'), MANY),
      () => store.addFeedback(newFeedback('f', 'up')),
      () => store.ping(AbortSignal.timeout(60_000)),
    );
  });
}
