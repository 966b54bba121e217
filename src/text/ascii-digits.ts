/** Writes the decimal digits of any script in ASCII: `١٢` becomes `12`. */
export function asciiDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => String(digitValue(digit)));
}

/** Unicode's decimal digits come in ascending runs of ten, so the value is the distance from the start of the run. */
function digitValue(digit: string): number {
  const codePoint = digit.codePointAt(0)!;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(codePoint - value - 1))) value++;
  return value;
}
