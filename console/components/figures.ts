const COUNT = new Intl.NumberFormat('en');
const SHARE = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 });
const DOLLARS = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'USD',
  maximumSignificantDigits: 3,
});
const BYTE_UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

export function counted(count: number): string {
  return COUNT.format(count);
}

/** `1 answer`, `2 answers`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${counted(count)} ${count === 1 ? one : many}`;
}

/** @param value 0–1. A small share is not shown as zero. */
export function share(value: number): string {
  return value > 0 && value < 0.01 ? '< 1%' : SHARE.format(value);
}

export function dollars(amount: number): string {
  return DOLLARS.format(amount);
}

export function milliseconds(ms: number): string {
  if (ms >= 10_000) return `${COUNT.format(Math.round(ms / 1000))} s`;
  if (ms >= 1_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${ms < 10 ? Number(ms.toFixed(1)) : Math.round(ms)} ms`;
}

export function bytes(count: number): string {
  let [value, unit] = [count, 0];
  for (; value >= 1000 && unit < BYTE_UNITS.length - 1; unit++) value /= 1000;
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${BYTE_UNITS[unit]}`;
}
