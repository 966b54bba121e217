import { problemOf } from '../../api/problem.ts';
import { type ReviewEntry, reopen, reviewEntry } from '../../api/review.ts';
import { say } from '../../components/toast.tsx';
import { t } from '../../messages.ts';
import { goTo } from '../../router.ts';
import { createStore, put } from '../../store.ts';
import { deciding, failures } from './decisions.ts';
import { type Draft, keepDraft } from './drafts.ts';

const EARLY = t('Not reopened. The decision is still being carried out. Try again in a few seconds');

/** The id of the entry that was just reopened, until the queue shows it; otherwise empty. */
export const reopened = createStore('');

/**
 * Reopens a decided entry and shows it in the queue. After a failure it offers to try again.
 *
 * @param draft What was decided. The server does not store the note and the expiry of a reopened entry.
 */
export async function undoDecision(entry: ReviewEntry, draft?: Draft): Promise<void> {
  const { entry_id: entryId } = entry;
  if (deciding.get().has(entryId)) return;
  put(deciding, entryId, 'undo');
  put(failures, entryId, null);
  say(t('Reopening…'), { kind: 'underway' });
  try {
    await reopen(entryId);
    if (draft) keepDraft(entry, draft);
    say(t('Reopened. It is in the queue again'));
    show(entryId);
  } catch (error) {
    const problem = problemOf(error);
    if (problem.code === 'review_not_decided') {
      // By somebody else, or by a request whose reply was lost.
      say(t('It is in the queue already'));
      show(entryId);
    } else if (problem.code === 'review_entry_not_found') {
      say(t('This entry no longer exists. Nothing was changed'));
    } else if (problem.code === 'decision_underway' && (await isPending(entryId))) {
      say(t('Reopening takes a while. It will appear in the queue'));
    } else {
      // The server's text about a decision in progress is meant for the person who decides.
      const isEarly = problem.code === 'decision_underway';
      if (!isEarly) put(failures, entryId, problem);
      say(isEarly ? EARLY : t('Not reopened. {reason}', { reason: `${problem.title}. ${problem.detail}` }), {
        kind: 'failed',
        onUndo: () => void undoDecision(entry, draft),
      });
    }
  } finally {
    put(deciding, entryId, null);
  }
}

function show(entryId: string): void {
  reopened.set(entryId);
  goTo({ view: 'review', rest: entryId });
}

/** Whether the server is reopening the entry, rather than still deciding it. */
async function isPending(entryId: string): Promise<boolean> {
  const entry = await reviewEntry(entryId).catch(() => null);
  return entry?.status === 'pending';
}
