import { t } from '../../messages.ts';
import type { Conversation } from './conversations.ts';

const DAYS_TOLD = 7;

/** Whether the words, in any order, are in the conversation: its title, its questions or its answers. */
export function foundIn({ title, turns }: Pick<Conversation, 'title' | 'turns'>, search: string): boolean {
  const words = search.toLowerCase().match(/\S+/g) ?? [];
  if (words.length === 0) return true;
  const text = [title, ...turns.flatMap((turn) => [turn.question, turn.text])].join('\n').toLowerCase();
  return words.every((word) => text.includes(word));
}

/** Conversations by the day on which each was last asked something, in their order. */
export function groupedByDay<C extends Pick<Conversation, 'at'>>(
  conversations: readonly C[],
  nowMs: number,
): { readonly name: string; readonly items: readonly C[] }[] {
  const groups = Map.groupBy(conversations, ({ at }) => dayName(at, nowMs));
  return [...groups].map(([name, items]) => ({ name, items }));
}

function dayName(at: number | undefined, nowMs: number): string {
  const startOfDay = new Date(nowMs).setHours(0, 0, 0, 0);
  const daysBefore = (days: number) => new Date(startOfDay).setDate(new Date(startOfDay).getDate() - days);
  if (at === undefined || at < daysBefore(DAYS_TOLD)) return t('Earlier');
  if (at >= startOfDay) return t('Today');
  return at >= daysBefore(1) ? t('Yesterday') : t('Last 7 days');
}
