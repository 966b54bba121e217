import type { Edits, ReviewEntry } from '../../api/review.ts';
import { createStore } from '../../store.ts';

/** An entry as the reviewer would have it, before it is approved. */
export interface Draft {
  readonly question: string;
  readonly answer: string;
  readonly note: string;
  /** Separated by commas. */
  readonly tags: string;
}

/** By entry, for as long as the page is open: looking at another entry loses nothing. */
export const drafts = createStore<ReadonlyMap<string, Draft>>(new Map());

export function draftOf(entry: ReviewEntry): Draft {
  return drafts.get().get(entry.entry_id) ?? untouched(entry);
}

/** Keeps the draft, also when all that it changes is a blank that more will follow; null forgets it. */
export function keepDraft(entry: ReviewEntry, draft: Draft | null): void {
  const kept = new Map(drafts.get());
  if (draft) kept.set(entry.entry_id, draft);
  else kept.delete(entry.entry_id);
  drafts.set(kept);
}

/** What of the draft is other than the entry, as it is sent. */
export function editsOf(entry: ReviewEntry, draft: Draft): Edits {
  const [question, answer, note] = [draft.question.trim(), draft.answer.trim(), draft.note.trim()];
  const tags = tagsOf(draft.tags);
  return {
    ...(question !== '' && question !== entry.question && { question }),
    ...(answer !== '' && answer !== entry.answer.trim() && { answer }),
    ...(note !== '' && { note }),
    ...(tags.join() !== entry.tags.join() && { tags }),
  };
}

function tagsOf(text: string): string[] {
  return [...new Set(text.split(',').map((tag) => tag.trim()))].filter((tag) => tag !== '');
}

/** Without the markers `[n]` of its sources: an approved answer is a source of its own. */
export function withoutCitations(answer: string, sources: number): string {
  return answer
    .replaceAll(/[^\S\n]*\[(\d{1,3})\]/g, (marker, n: string) =>
      Number(n) >= 1 && Number(n) <= sources ? '' : marker,
    )
    .trim();
}

function untouched({ question, answer, tags }: ReviewEntry): Draft {
  return { question, answer, note: '', tags: tags.join(', ') };
}
