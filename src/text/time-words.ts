/** Of the languages that have names of months: ICU knows some 200. */
const wordsOfLanguage = new Map<string, ReadonlySet<string>>();

/** Whether a lower-case word names a month or a period of time, in its language or in English. */
export function isTimeWord(word: string, language: string | null): boolean {
  return timeWordsOf(language).has(word);
}

/** All such words. */
export function timeWordsOf(language: string | null): ReadonlySet<string> {
  const known = wordsOfLanguage.get(language ?? 'en');
  if (known) return known;
  // Questions may name any language: of those that ICU does not know nothing is kept.
  if (language !== null && !hasMonths(language)) return timeWordsOf('en');
  const words = new Set([...STRETCHES, ...monthsOf('en'), ...monthsOf(language ?? 'en')]);
  wordsOfLanguage.set(language ?? 'en', words);
  return words;
}

function hasMonths(language: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(language).length > 0;
  } catch {
    // Not a well-formed tag.
    return false;
  }
}

/** Month names standing alone and in a date (Russian январь, января). */
function monthsOf(language: string): ReadonlySet<string> {
  const words = new Set<string>();
  const alone = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  const inDate = new Intl.DateTimeFormat(language, { month: 'long', day: 'numeric', timeZone: 'UTC' });
  for (let month = 0; month < 12; month++) {
    const date = Date.UTC(2024, month, 15);
    words.add(alone.format(date).toLowerCase());
    const part = inDate.formatToParts(date).find(({ type }) => type === 'month');
    if (part) words.add(part.value.toLowerCase());
  }
  return words;
}

const STRETCHES = new Set(
  (
    'century centuries decade decades year years month months weekend ' +
    'jahrhundert jahrzehnt jahr siglo década año siècle décennie année secolo decennio anno século ano ' +
    'secol deceniu век века веке год году года αιώνα αιώνας έτος yüzyıl yüzyılda yılında yıl ' +
    'قرن القرن عام العام سنة शताब्दी वर्ष साल สตวรรษ ศตวรรษ ปี năm thế kỷ 世纪 年'
  ).split(' '),
);
