/** Unit and currency signs, and a minus before a digit. */
export const SIGN_PATTERN =
  '°(?:[CF](?!\\p{L}))?|[%‰％٪$＄€£￡¥￥₹₽₺₩₪฿₫₴℃℉]|(?<![\\p{L}\\p{N}]\\s?)[\\-−](?=\\p{Nd})';

/** One sign for its variants. */
export function signOf(surface: string): string {
  return VARIANTS[surface] ?? surface;
}

const VARIANTS: Readonly<Record<string, string>> = {
  '٪': '%',
  '％': '%',
  '＄': '$',
  '￡': '£',
  '￥': '¥',
  '-': '−',
  '℃': '°C',
  '℉': '°F',
};

/** The sign that a lower-case word unambiguously stands for; else undefined. */
export function signOfWord(word: string): string | undefined {
  return SIGN_WORDS.get(word);
}

const SIGN_WORDS: ReadonlyMap<string, string> = new Map(
  (
    [
      ['%', 'percent prozent procent процент процента процентов процентах yüzde प्रतिशत фоиз'],
      ['$', 'dollar dollars dólar dólares dolari доллар доллара долларов δολάρια δολαρίων دولار دولارا डॉलर'],
      ['€', 'euro euros eur евро ευρώ avro يورو यूरो'],
      ['¥', 'yen йен иен γιεν'],
      ['₹', 'rupee rupees rupien рупий रुपये रुपया रुपए'],
    ] as const
  ).flatMap(([sign, words]) => words.split(' ').map((word) => [word, sign] as const)),
);
