import { LANGUAGES, wordsOf } from '../../languages/languages.ts';
import { type PassageReading, TOKEN_TRAIT } from '../../retrieval/reranking/passage-reading.ts';
import { byLanguageOfText } from '../../text/packs-of-text.ts';
import { timeWordsOf } from '../../text/time-words.ts';

/** The kinds of answer that a token may be. */
export const TOKEN_KIND = {
  number: 1,
  year: 2,
  timeWord: 4,
  name: 8,
  afterPlaceWord: 16,
  count: 32,
} as const;

/** @param sentences In order. @returns Bits of `TOKEN_KIND` for each token. */
export function tokenKinds(
  { text, terms, traits, starts, ends }: PassageReading,
  sentences: readonly { readonly firstToken: number }[],
  language: string | null,
): Uint8Array {
  const kinds = new Uint8Array(terms.length);
  const isFirstOfSentence = new Uint8Array(terms.length);
  for (const { firstToken } of sentences) isFirstOfSentence[firstToken] = 1;
  const kindOfWord = wordKindsOf(language);
  let isBehindPlaceWord = false;
  for (let i = 0; i < kinds.length; i++) {
    const trait = traits[i]!;
    const surface = text.slice(starts[i], ends[i]).toLowerCase();
    const ofWord = kindOfWord.get(surface) ?? 0;
    let kind = ofWord & ~PLACE_WORD;
    const isMarker = isFirstOfSentence[i] === 1 && ITEM_END.test(text.slice(ends[i], ends[i]! + 2));
    if ((trait & TOKEN_TRAIT.number) !== 0 && !isMarker) {
      kind |= TOKEN_KIND.number;
      const isOfYear = surface.length === YEAR_DIGITS;
      if (isOfYear && YEAR.test(terms[i]!)) kind |= TOKEN_KIND.year;
      // 1,984 looks like a count, 1984 does not.
      if (!isOfYear || !RECENT_YEAR.test(terms[i]!)) kind |= TOKEN_KIND.count;
      if (isClockTime(text, starts[i]!)) kind |= TOKEN_KIND.timeWord;
    } else if (NOT_ASCII.test(surface) && NUMBER_CHARACTERS.test(surface)) kind |= NUMBER_WORD;
    // A capital at the start of a sentence says nothing, unless the next word has one, too.
    const isNamed =
      isCapitalised(trait) &&
      (isFirstOfSentence[i] === 0 || (i + 1 < kinds.length && isCapitalised(traits[i + 1]!)));
    if (isNamed && (trait & TOKEN_TRAIT.stop) === 0) {
      kind |= TOKEN_KIND.name;
      if (isBehindPlaceWord) kind |= TOKEN_KIND.afterPlaceWord;
    }
    isBehindPlaceWord = (ofWord & PLACE_WORD) !== 0;
    kinds[i] = kind;
  }
  return kinds;
}

/** What stands behind the number of an item of a list. */
const ITEM_END = /^[.)]\s/;

const NUMBER_WORD = TOKEN_KIND.number | TOKEN_KIND.count;
/** Not kept: what follows may be a place. */
const PLACE_WORD = 128;

/** The kinds of lower-case words in a language, and `PLACE_WORD`: one look-up instead of four. */
const wordKindsOf = byLanguageOfText((packs): ReadonlyMap<string, number> => {
  const kinds = new Map<string, number>();
  const add = (words: Iterable<string>, kind: number) => {
    for (const word of words) kinds.set(word, (kinds.get(word) ?? 0) | kind);
  };
  for (const pack of packs) {
    const { numerals = {}, quantities } = pack;
    for (const spellings of Object.values(numerals)) add(spellings.split(' '), NUMBER_WORD);
    add(quantities?.split(' ') ?? [], NUMBER_WORD);
    add(timeWordsOf(pack), TOKEN_KIND.timeWord);
  }
  add(
    wordsOf(packs, ({ placePrepositions }) => placePrepositions),
    PLACE_WORD,
  );
  return kinds;
});

/** Numbers in characters of Unicode, and of Chinese and Japanese. */
const NUMBER_CHARACTERS = new RegExp(
  `^[${LANGUAGES.map(({ numberCharacters = '' }) => numberCharacters).join('')}]+$|\\p{N}`,
  'u',
);

/** `07:30` */
function isClockTime(text: string, start: number): boolean {
  CLOCK_TIME.lastIndex = start;
  return CLOCK_TIME.test(text);
}

const CLOCK_TIME = /(?<![\p{Nd}:.])(?:[01]?\p{Nd}|2[0-4]):[0-5]\p{Nd}(?![:\p{Nd}])/uy;

function isCapitalised(trait: number): boolean {
  return (trait & TOKEN_TRAIT.capitalised) !== 0;
}

const YEAR_DIGITS = 4;
const YEAR = /^(?:1\d|20)\d\d$/;
const RECENT_YEAR = /^(?:1[5-9]|20)\d\d$/;
/** Unicode's Roman numeral characters are numbers to Unicode and letters to the index; none is in ASCII. */
const NOT_ASCII = /\P{ASCII}/u;
