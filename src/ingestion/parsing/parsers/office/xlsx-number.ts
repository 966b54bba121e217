/** How a number is displayed; `before` and `after` are currency or similar signs. */
export type NumberStyle =
  | { readonly kind: 'number' | 'percent'; readonly before: string; readonly after: string }
  | { readonly kind: 'date' | 'time' | 'date and time' | 'duration' };

/**
 * The meaning of a number format.
 *
 * @param id Of the format: those below 164 are built in.
 * @param code Its text, when the workbook gives one.
 * @see ECMA-376 part 1, 18.8.30 (numFmt).
 */
export function numberStyleOf(id: number, code?: string): NumberStyle {
  const given = (code ?? BUILT_IN[id] ?? '').slice(0, CODE_CHARACTERS_MAX);
  // Only the first section counts: the others are for negative numbers, zero and text.
  const [section = ''] = given.split(';');
  const bare = section.replace(/"[^"]*"|\\.|_.|\*./g, '').replace(/\[(?![hms]+\])[^\]]*\]/gi, '');
  if (/\[[hms]+\]/i.test(bare)) return { kind: 'duration' };
  const isDate = /[yd]/i.test(bare) || /^m+$/i.test(bare.trim());
  const isTime = /[hs]/i.test(bare) && !/general/i.test(bare);
  if (isDate && !/general/i.test(bare)) return { kind: isTime ? 'date and time' : 'date' };
  if (isTime) return { kind: 'time' };
  return { kind: bare.includes('%') ? 'percent' : 'number', ...signsOf(section) };
}

/** As Excel's own bound. */
const CODE_CHARACTERS_MAX = 255;

/** Formats 14 to 22 and 45 to 47 are dates and times, 9 and 10 percentages. */
const BUILT_IN: Readonly<Record<number, string>> = {
  9: '0%',
  10: '0.00%',
  14: 'yyyy-mm-dd',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
};

/** The literal text around the digits: `[$€-407]`, `"kg"`, `$`. */
function signsOf(section: string): { before: string; after: string } {
  const signs = { before: '', after: '' };
  let side: 'before' | 'after' = 'before';
  for (const [, quoted, currency, sign, digit] of section.matchAll(FORMAT_PARTS)) {
    if (digit !== undefined) side = 'after';
    else signs[side] += quoted ?? currency ?? sign ?? '';
  }
  return { before: signs.before.trim(), after: signs.after.trim() };
}

const FORMAT_PARTS = /"([^"]*)"|\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]|\\.|([$€£¥])|([0#?])/g;

/**
 * A number as text: dates as ISO 8601, others with the 15 digits of Excel's precision, cents with two digits.
 *
 * @param dates The year from which the workbook counts its days.
 */
export function formatNumber(value: number, style: NumberStyle | undefined, dates: 1900 | 1904): string {
  if (!style || style.kind === 'number' || style.kind === 'percent') {
    const isPercent = style?.kind === 'percent';
    const plain = String(Number((isPercent ? value * 100 : value).toPrecision(15)));
    const { before = '', after = '' } = style ?? {};
    const text = /\p{Sc}/u.test(before + after) ? plain.replace(/\.\d$/, '$&0') : plain;
    return `${before}${text}${isPercent ? '%' : after && ` ${after}`}`;
  }
  if (style.kind === 'duration') return clockOf(Math.round(value * SECONDS_PER_DAY));
  // Excel takes 1900 for a leap year, so its count is one off before that March.
  const daysBeforeUnixEpoch = dates === 1904 ? 24_107 : value < 60 ? 25_568 : 25_569;
  const seconds = Math.round((value - daysBeforeUnixEpoch) * SECONDS_PER_DAY);
  const date = new Date(seconds * 1000);
  // Outside of the years 1900 to 9999 the number is no date, whatever its format.
  if (value < 0 || !(date.getUTCFullYear() <= 9999)) return String(value);
  const [day = '', clock = ''] = date.toISOString().slice(0, 19).split('T');
  const time = clock.endsWith(':00') ? clock.slice(0, 5) : clock;
  if (style.kind === 'time') return time;
  return style.kind === 'date' || time === '00:00' ? day : `${day} ${time}`;
}

const SECONDS_PER_DAY = 86_400;

/** Hours may exceed a day. */
function clockOf(seconds: number): string {
  const [hours, minutes, rest] = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) =>
    String(Math.trunc(Math.abs(part))).padStart(2, '0'),
  );
  return `${seconds < 0 ? '-' : ''}${hours}:${minutes}:${rest}`;
}
