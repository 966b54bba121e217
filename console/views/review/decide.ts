import { problemOf } from '../../api/problem.ts';
import { approve, type Edits, type ReviewEntry, reject, reviewEntry } from '../../api/review.ts';
import { say } from '../../components/toast.tsx';
import { t } from '../../messages.ts';
import { put } from '../../store.ts';
import { deciding, failures } from './decisions.ts';
import { drafts, keepDraft } from './drafts.ts';
import { undoDecision } from './undo-decision.ts';

export type Decision =
  | { readonly verdict: 'approve'; readonly edits: Edits }
  | { readonly verdict: 'reject'; readonly note: string };

/**
 * Sends a decision and shows its outcome, with an offer to undo it.
 *
 * @returns Whether the entry has left the queue, by this decision or somebody else's.
 */
export async function decide(entry: ReviewEntry, decision: Decision): Promise<boolean> {
  const { entry_id: entryId } = entry;
  put(deciding, entryId, decision.verdict);
  put(failures, entryId, null);
  try {
    if (decision.verdict === 'approve') await approve(entryId, decision.edits);
    else await reject(entryId, decision.note === '' ? {} : { note: decision.note });
    const draft = drafts.get()[entryId];
    say(decision.verdict === 'approve' ? t('Approved. This answer is now in use') : t('Rejected'), {
      onUndo: () => void undoDecision(entry, draft),
    });
  } catch (error) {
    const problem = problemOf(error);
    if (problem.code === 'review_already_decided') say(await otherDecision(entryId));
    else if (problem.code === 'review_entry_not_found')
      say(t('This entry no longer exists. Nothing was changed'));
    else if (problem.code === 'decision_underway') say(t('Decided. Carrying it out takes a while'));
    else {
      put(failures, entryId, problem);
      say(t('Not decided. {reason}', { reason: problem.title }), { kind: 'failed' });
      return false;
    }
  } finally {
    put(deciding, entryId, null);
  }
  keepDraft(entry, null);
  return true;
}

/** To be called when something changed that may have fixed the failure. */
export function forgetFailure(entryId: string): void {
  if (failures.get().has(entryId)) put(failures, entryId, null);
}

export function discardDraft(entry: ReviewEntry): void {
  forgetFailure(entry.entry_id);
  keepDraft(entry, null);
}

/** Who decided first, in a sentence. */
async function otherDecision(entryId: string): Promise<string> {
  const other = await reviewEntry(entryId).catch(() => null);
  const who = other?.decided_by ?? t('Somebody else');
  if (other?.status === 'approved')
    return t('{who} approved this before you. Your decision changed nothing', { who });
  if (other?.status === 'rejected')
    return t('{who} rejected this before you. Your decision changed nothing', { who });
  return t('{who} decided this before you. Your decision changed nothing', { who });
}
