import type { TimeSpan } from '../../api/quality.ts';
import { locale, t } from '../../messages.ts';

const DAY_MS = 86_400_000;
const WHEN = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

/** `2026-11-21`, `Since …` or from when to when; null for all times. Days are those of UTC, the rest the reader's. */
export function timeWords({ from, to }: TimeSpan): string | null {
  const words = (time: string) => WHEN.format(new Date(time));
  if (from && to) return isDay(from, to) ? from.slice(0, 10) : `${words(from)} – ${words(to)}`;
  if (from) return t('Since {time}', { time: words(from) });
  return to ? t('Before {time}', { time: words(to) }) : null;
}

function isDay(from: string, to: string): boolean {
  const start = Date.parse(from);
  return start % DAY_MS === 0 && Date.parse(to) - start === DAY_MS;
}
