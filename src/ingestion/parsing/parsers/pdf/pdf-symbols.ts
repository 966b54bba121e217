/** Bullets and arrows that begin the items of lists, as the content of a character class. */
export const BULLETS = '•◦▪▫●○■□◆➢➤✓✔‣⁃∙·*➔❖❑❒✦–—-';

/** A text with the signs and bullets that fonts of symbols keep in the private use area. */
export function plainSymbols(text: string): string {
  return text.replace(/[\uf020-\uf0ff\uf8e7-\uf8ea]/g, (sign) => PLAIN.get(sign.charCodeAt(0)) ?? sign);
}

/**
 * By code. Signs are those of Adobe's Symbol, whose bytes programs add to U+F000; bullets are those of Wingdings where
 * texts hardly need the sign of Symbol.
 */
const PLAIN: ReadonlyMap<number, string> = new Map(
  (
    '%f025 +f02b −f02d .f02e <f03c =f03d >f03e ' +
    // Greek letters.
    '\u0394f044 \u03a9f057 \u03b1f061 \u03b2f062 \u03bcf06d \u03c0f070 \u03b8f071 ' +
    '≤f0a3 →f0ae °f0b0 ±f0b1 ≥f0b3 ×f0b4 ≠f0b9 ≈f0bb ®f0e2 ©f0e3 ™f0e4 ∑f0e5 —f8e7 ®f8e8 ©f8e9 ™f8ea ' +
    '●f06c ■f06e ◆f075 ❖f076 ▪f0a7 •f0b7 ➢f0d8 ✓f0fc'
  )
    .split(' ')
    .map((pair) => [Number.parseInt(pair.slice(1), 16), pair[0]!] as const)
    .concat([[0xf020, ' ']]),
);
