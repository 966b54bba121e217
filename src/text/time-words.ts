import type { LanguagePack } from '../languages/pack.ts';

/**
 * The words of a language for spans of time, months (alone and in a date: Russian январь, января) and days of the week,
 * in lower case.
 */
export function timeWordsOf({ code, timeWords }: LanguagePack): ReadonlySet<string> {
  return new Set([...(timeWords?.split(' ') ?? []), ...datesOf(code)]);
}

/** None for a language that ICU does not know: it would give those of the system's. */
function datesOf(language: string): string[] {
  if (Intl.DateTimeFormat.supportedLocalesOf(language).length === 0) return [];
  const formatOf = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
  const month = formatOf({ month: 'long' });
  const inDate = formatOf({ month: 'long', day: 'numeric' });
  const weekday = formatOf({ weekday: 'long' });
  const words: (string | undefined)[] = [];
  for (let at = 0; at < 12; at++) {
    const date = Date.UTC(2024, at, 15);
    const part = inDate.formatToParts(date).find(({ type }) => type === 'month');
    words.push(month.format(date), part?.value);
  }
  for (let day = 1; day <= 7; day++) words.push(weekday.format(Date.UTC(2024, 0, day)));
  // Months of Chinese and Japanese are numbers, which any text may have.
  return words.flatMap((word) => (word && /\p{L}/u.test(word) ? word.toLowerCase() : []));
}
