import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RefusedError } from '../../src/errors.ts';
import { accessChapter } from './curation-store/access.ts';
import { entryChapter } from './curation-store/entries.ts';
import { entryListChapter } from './curation-store/entry-lists.ts';
import { feedbackChapter } from './curation-store/feedback.ts';
import {
  heldAnswer,
  MANY,
  newFeedback,
  type OpenCurationStore,
  withStore,
} from './curation-store/fixtures.ts';

/** The contract of every curation store. `open` opens the store of a folder, possibly twice in a row. */
export function curationStoreConformance(
  name: string,
  open: OpenCurationStore,
  options: { skip?: string | false; timeout?: number } = {},
): void {
  describe(`${name} is a CurationStore: entries`, options, () => entryChapter(open));
  describe(`${name} is a CurationStore: lists of entries`, options, () => entryListChapter(open));
  describe(`${name} is a CurationStore: feedback`, options, () => feedbackChapter(open));

  describe(`${name} is a CurationStore: access`, options, () => accessChapter(open));

  describe(`${name} is a CurationStore: life and death`, options, () => {
    test(
      'a store that is open can be reached; one that was closed refuses all',
      withStore(open, async (store) => {
        await store.ping(AbortSignal.timeout(60_000));
        await assert.rejects(store.ping(AbortSignal.abort(new Error('left'))), /left/);
        await store[Symbol.asyncDispose]();
        for (const use of [
          () => store.entry('a'),
          () => store.hold(heldAnswer('a'), MANY),
          () => store.addFeedback(newFeedback('f', 'up')),
          () => store.ping(AbortSignal.timeout(60_000)),
        ]) {
          await assert.rejects(
            use,
            (error) => error instanceof RefusedError && error.refusal.code === 'store_unavailable',
          );
        }
      }),
    );
  });
}
