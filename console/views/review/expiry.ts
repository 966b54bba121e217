import type { ReviewEntry } from '../../api/review.ts';

/** When an approval ends: by the server's default, after so many months, never, or on a date. */
export type Holding = 'default' | '3' | '6' | '12' | 'never' | 'date';

type Approval = Pick<ReviewEntry, 'status' | 'stale' | 'doc_id' | 'expires_at'>;

/** Whether the entry was approved until a time that is over: its answer is no longer given. */
export function hasExpired({ status, stale, doc_id, expires_at }: Approval, nowMs: number): boolean {
  // A document that is not removed stays in use.
  const isWithdrawn = status === 'pending' && stale && doc_id === null;
  return isWithdrawn && expires_at !== null && Date.parse(expires_at) <= nowMs;
}

/**
 * The end of an approval, as sent: the begin of a day, where the reviewer is.
 *
 * @param choice.until `2027-03-12`; used for a date only.
 * @returns Undefined for the default, null for never; empty for no date, which the server refuses.
 */
export function endOf(
  { holds, until }: { holds: Holding; until: string },
  now: Date,
): string | null | undefined {
  if (holds === 'default') return undefined;
  if (holds === 'never') return null;
  const end = holds === 'date' ? new Date(`${until}T00:00`) : monthsAfter(now, Number(holds));
  return Number.isNaN(end.getTime()) ? '' : end.toISOString();
}

/** The same day of a later month, or its last day. */
function monthsAfter(now: Date, months: number): Date {
  const [year, month] = [now.getFullYear(), now.getMonth() + months];
  const lastDay = new Date(year, month + 1, 0).getDate();
  return new Date(year, month, Math.min(now.getDate(), lastDay));
}
