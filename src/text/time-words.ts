import type { LanguagePack } from '../languages/pack.ts';

/** The words of a language for months, in lower case, alone and in a date (Russian январь, января), and for spans of time. */
export function timeWordsOf({ code, timeWords }: LanguagePack): ReadonlySet<string> {
  return new Set([...(timeWords?.split(' ') ?? []), ...monthsOf(code)]);
}

/** None for a language that ICU does not know: it would give those of the system's. */
function monthsOf(language: string): string[] {
  if (Intl.DateTimeFormat.supportedLocalesOf(language).length === 0) return [];
  const alone = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  const inDate = new Intl.DateTimeFormat(language, { month: 'long', day: 'numeric', timeZone: 'UTC' });
  const words: string[] = [];
  for (let month = 0; month < 12; month++) {
    const date = Date.UTC(2024, month, 15);
    const part = inDate.formatToParts(date).find(({ type }) => type === 'month');
    words.push(alone.format(date).toLowerCase(), ...(part ? [part.value.toLowerCase()] : []));
  }
  return words;
}
