import { locale, t } from '../messages.ts';

/** The date, and the time when it is today. */
export function timeInWords(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  const isToday = time.toDateString() === new Date().toDateString();
  return isToday
    ? t('today, {time}', { time: time.toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' }) })
    : time.toLocaleDateString(locale, { day: 'numeric', month: 'short', year: 'numeric' });
}
