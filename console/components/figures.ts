import { locale, t } from '../messages.ts';

const COUNT = new Intl.NumberFormat(locale);
const SHARE = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
const DOLLARS = new Intl.NumberFormat(locale, {
  style: 'currency',
  currency: 'USD',
  maximumSignificantDigits: 3,
});
const BYTE_UNITS = ['{count} B', '{count} kB', '{count} MB', '{count} GB', '{count} TB'] as const;

export function counted(count: number): string {
  return COUNT.format(count);
}

/** @param digits After the point, all of them. */
export function decimal(value: number, digits: number): string {
  return value.toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** @param value 0–1. A small share is not shown as zero. */
export function share(value: number): string {
  return value > 0 && value < 0.01 ? '< 1%' : SHARE.format(value);
}

export function dollars(amount: number): string {
  return DOLLARS.format(amount);
}

export function milliseconds(ms: number): string {
  if (ms >= 1_000) return seconds(ms / 1000);
  return t('{count} ms', { count: rounded(ms) });
}

export function seconds(count: number): string {
  return t('{count} s', { count: rounded(count) });
}

export function bytes(count: number): string {
  let [value, unit] = [count, 0];
  for (; value >= 1000 && unit < BYTE_UNITS.length - 1; unit++) value /= 1000;
  return t(BYTE_UNITS[unit]!, { count: unit === 0 ? value : rounded(value) });
}

/** With one digit after the point below ten. */
function rounded(value: number): number {
  return value < 10 ? Number(value.toFixed(1)) : Math.round(value);
}
