import { problemOf } from '../../api/problem.ts';
import { type ReviewEntry, reopen, reviewEntry } from '../../api/review.ts';
import { say } from '../../components/toast.tsx';
import { goTo } from '../../router.ts';
import { createStore, put } from '../../store.ts';
import { deciding, failures } from './decisions.ts';
import { type Draft, keepDraft } from './drafts.ts';

const EARLY = 'Not taken back. The decision is still being carried out: undo it in a few seconds';

/** The entry that has just come back into the queue, until it is shown there; empty for none. */
export const broughtBack = createStore('');

/**
 * Takes a decision back, opens its entry in the queue and says so; a failure is told with an offer to repeat it.
 *
 * @param draft What the decision was made of: the server keeps no note and no end of a decision taken back.
 */
export async function takeBack(entry: ReviewEntry, draft?: Draft): Promise<void> {
  const { entry_id: entryId } = entry;
  if (deciding.get().has(entryId)) return;
  put(deciding, entryId, 'take back');
  put(failures, entryId, null);
  say('Taking it back…', { kind: 'underway' });
  try {
    await reopen(entryId);
    if (draft) keepDraft(entry, draft);
    say('Taken back: it is in the queue again');
    show(entryId);
  } catch (error) {
    const problem = problemOf(error);
    if (problem.code === 'review_not_decided') {
      // By somebody else, or by a request whose reply was lost.
      say('It has been taken back already: it is in the queue');
      show(entryId);
    } else if (problem.code === 'review_entry_not_found') {
      say('This entry is gone; nothing was changed');
    } else if (problem.code === 'decision_underway' && (await isPending(entryId))) {
      say('It is being taken back, and comes into the queue by itself');
    } else {
      // What the server says of a decision underway is meant for whoever decides.
      const isEarly = problem.code === 'decision_underway';
      if (!isEarly) put(failures, entryId, problem);
      say(isEarly ? EARLY : `Not taken back. ${problem.title}. ${problem.detail}`, {
        kind: 'failed',
        onUndo: () => void takeBack(entry, draft),
      });
    }
  } finally {
    put(deciding, entryId, null);
  }
}

function show(entryId: string): void {
  broughtBack.set(entryId);
  goTo({ view: 'review', rest: entryId });
}

/** Whether what is underway is this, and not the decision itself. */
async function isPending(entryId: string): Promise<boolean> {
  const entry = await reviewEntry(entryId).catch(() => null);
  return entry?.status === 'pending';
}
