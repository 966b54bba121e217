import { type Context, type Found, pick, replaced } from './edit-context.ts';

const NUMBER = /(?<![\p{L}\p{Nd}]|\p{Nd}[.,])\p{Nd}+(?:[.,]\p{Nd}+)*(?![\p{Nd}]|[.,]\p{Nd})/gu;
const YEAR = /^(?:1\d|20)\d\d$/;

/** The number of a list item means nothing, and is left out. */
function numbersIn(text: string): Found[] {
  return [...text.matchAll(NUMBER)]
    .filter((match) => match.index > 0 || !/^\p{Nd}+[.)]\s/u.test(text))
    .map((match) => ({ text: match[0], at: match.index }));
}

/** As ASCII digits. */
function digitsOf(number: string): string {
  return number
    .normalize('NFKC')
    .replace(/[^\p{Nd}]/gu, '')
    .replace(/\p{Nd}/gu, asciiDigit);
}

function asciiDigit(digit: string): string {
  const base = DIGIT_ZEROS.find(
    (zero) => digit.codePointAt(0)! - zero >= 0 && digit.codePointAt(0)! - zero < 10,
  );
  return base === undefined ? digit : String(digit.codePointAt(0)! - base);
}

const ZERO = { ascii: 0x30, arabic: 0x660, devanagari: 0x966, thai: 0xe50, fullWidth: 0xff10 } as const;
const DIGIT_ZEROS: readonly number[] = Object.values(ZERO);

/** Another number with as many digits, not in the paragraph. */
export function changeNumber({ paragraph, text, random }: Context): string | undefined {
  const number = pick(
    numbersIn(text).filter((found) => !YEAR.test(digitsOf(found.text))),
    random,
  );
  if (!number) return undefined;
  const known = new Set(numbersIn(paragraph.text).map((found) => digitsOf(found.text)));
  for (let attempt = 0; attempt < 20; attempt++) {
    let isFirst = true;
    const changed = number.text.replace(/\p{Nd}/gu, () => {
      const digit = isFirst ? 1 + Math.floor(random() * 9) : Math.floor(random() * 10);
      isFirst = false;
      return String(digit);
    });
    if (!known.has(digitsOf(changed))) return replaced(text, number, changed);
  }
  return undefined;
}

/** Another number of the paragraph. */
export function borrowNumber({ paragraph, text, random }: Context): string | undefined {
  const number = pick(numbersIn(text), random);
  if (!number) return undefined;
  const others = numbersIn(paragraph.text).filter((found) => digitsOf(found.text) !== digitsOf(number.text));
  const other = pick(others, random);
  return other && replaced(text, number, other.text);
}

/** A year at most thirty before or after. */
export function changeYear({ paragraph, text, random }: Context): string | undefined {
  const year = pick(
    numbersIn(text).filter((found) => YEAR.test(digitsOf(found.text))),
    random,
  );
  if (!year) return undefined;
  const known = new Set(numbersIn(paragraph.text).map((found) => digitsOf(found.text)));
  for (let attempt = 0; attempt < 20; attempt++) {
    const changed = String(
      Number(digitsOf(year.text)) + (random() < 0.5 ? -1 : 1) * (1 + Math.floor(random() * 30)),
    );
    if (!known.has(changed)) return replaced(text, year, changed);
  }
  return undefined;
}

/** The same number in other digits, or with other separators. */
export function reformatDigits({ paragraph, text, random }: Context): string | undefined {
  const number = pick(
    numbersIn(text).filter((found) => digitsOf(found.text).length > 1),
    random,
  );
  if (!number) return undefined;
  const ways: string[] = [inDigits(number.text, ZERO.fullWidth)];
  const native = { ar: ZERO.arabic, hi: ZERO.devanagari, th: ZERO.thai }[paragraph.language];
  if (native) ways.push(inDigits(number.text, native));
  const isGrouped = /^[1-9]\d{0,2}(?:[.,]\d{3})+$/.test(number.text);
  if (isGrouped) ways.push(number.text.replace(/[.,]/g, ''), number.text.replace(/[.,]/g, '\u202f'));
  if (/^[1-9]\d{3,}$/.test(number.text) && !YEAR.test(number.text))
    ways.push(number.text.replace(/\B(?=(?:\d{3})+$)/g, ','), number.text.replace(/\B(?=(?:\d{3})+$)/g, '.'));
  return replaced(text, number, pick(ways, random)!);
}

function inDigits(number: string, zero: number): string {
  return number.replace(/[0-9]/g, (digit) => String.fromCodePoint(zero + Number(digit)));
}
