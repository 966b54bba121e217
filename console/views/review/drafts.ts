import type { Edits, ReviewEntry } from '../../api/review.ts';
import { createStoredStore } from '../../store.ts';
import { tagsIn } from '../documents/tags.ts';
import { endOf, type Holding } from './expiry.ts';

/** An entry with the reviewer's edits, before approval. */
export interface Draft {
  readonly question: string;
  readonly answer: string;
  readonly note: string;
  /** Separated by commas. */
  readonly tags: string;
  readonly holds: Holding;
  /** The end if it `holds` until a date: `2027-03-12`, or empty. */
  readonly until: string;
}

/** By entry, while the tab is open: neither opening another entry nor reloading the page loses anything. */
export const drafts = createStoredStore<Readonly<Record<string, Draft>>>(
  'docent.review.drafts',
  {},
  {
    storage: sessionStorage,
    read: (stored) => {
      const isReadable = Object.values(stored ?? {}).every(isDraft);
      return isReadable ? (stored as Record<string, Draft>) : undefined;
    },
  },
);

export function draftOf(entry: ReviewEntry): Draft {
  return drafts.get()[entry.entry_id] ?? untouched(entry);
}

/** Keeps the draft, even one that only adds a space; null discards it. */
export function keepDraft(entry: ReviewEntry, draft: Draft | null): void {
  const { [entry.entry_id]: _, ...others } = drafts.get();
  drafts.set(draft ? { ...others, [entry.entry_id]: draft } : others);
}

/** The draft's changes to the entry, as sent. */
export function editsOf(entry: ReviewEntry, draft: Draft): Edits {
  const [question, answer, note] = [draft.question.trim(), draft.answer.trim(), draft.note.trim()];
  const tags = tagsIn(draft.tags);
  const expires_at = endOf(draft, new Date());
  return {
    ...(question !== '' && question !== entry.question && { question }),
    ...(answer !== '' && answer !== entry.answer.trim() && { answer }),
    ...(note !== '' && { note }),
    ...(tags.join() !== entry.tags.join() && { tags }),
    ...(expires_at !== undefined && { expires_at }),
  };
}

/** Without the markers `[n]` of its sources: an approved answer is its own source. */
export function withoutCitations(answer: string, sources: number): string {
  return answer
    .replaceAll(/[^\S\n]*\[(\d{1,3})\]/g, (marker, n: string) =>
      Number(n) >= 1 && Number(n) <= sources ? '' : marker,
    )
    .trim();
}

function untouched({ question, answer, tags }: ReviewEntry): Draft {
  return { question, answer, note: '', tags: tags.join(', '), holds: 'default', until: '' };
}

/** Of an older version of this page, perhaps. */
function isDraft(value: unknown): value is Draft {
  const { question, answer, note, tags, holds, until } = (value ?? {}) as Partial<Draft>;
  return [question, answer, note, tags, holds, until].every((part) => typeof part === 'string');
}
