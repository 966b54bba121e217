import { asciiDigits } from '../../text/ascii-digits.ts';

/**
 * The normal form of a number: ASCII digits, no thousands separators, a point before decimals. `1,234`, `1.234`,
 * `1 234`, `１２３４` and `١٢٣٤` are all `1234`; `3,5` and `3½` are `3.5`; `05` is `5` and `40.00` is `40`. Anything that
 * is not one number (`192.168.0.1`, `12.05.2020`) keeps its points.
 *
 * @param surface Digits of any script with their separators.
 */
export function numberForm(surface: string): string {
  const plain = asciiDigits(fractions(surface))
    .replace(/[\s'’٬]/gu, '')
    .replace('٫', '.');
  return decimalPoint(plain)
    .replace(/^0(?=\d$)/, '')
    .replace(/\.00$/, '');
}

function decimalPoint(digits: string): string {
  const comma = digits.lastIndexOf(',');
  const point = digits.lastIndexOf('.');
  if (comma >= 0 && point >= 0) {
    const thousands = comma > point ? '.' : ',';
    return digits.replaceAll(thousands, '').replaceAll(',', '.');
  }
  if (GROUPED.test(digits)) return digits.replace(/[.,]/g, '');
  return digits.replaceAll(',', '.');
}

/** Groups of three after a non-zero number, or the Indian `1,00,000`. */
const GROUPED = /^[1-9]\d{0,2}(?:([.,])\d{3})(?:\1\d{3})*$|^\d{1,2}(?:,\d{2})+,\d{3}$/;

/** `3½` → `3.5`; a third is always cut at three digits. */
function fractions(surface: string): string {
  // From a number's first digit only: a long one without a fraction would be read again from each.
  return surface.replace(/(?<!\p{Nd})(\p{Nd}*)([¼½¾⅐-⅞])/gu, (_, whole: string, fraction: string) => {
    const [above, below] = fraction.normalize('NFKC').split('⁄').map(Number);
    return `${whole || '0'}${(above! / below!).toFixed(3).slice(1).replace(/0+$/, '')}`;
  });
}
