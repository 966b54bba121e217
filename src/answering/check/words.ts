import { expressionOf, wordsOf as wordsOfPacks } from '../../languages/languages.ts';
import { byLanguageOfText } from '../../text/packs-of-text.ts';
import { cachedByLanguage } from '../../text/word-cache.ts';
import { wordFormsOf } from '../../text/word-forms.ts';
import { isNegation, UNSPACED_NEGATION } from './negation.ts';
import { numberForm } from './number-form.ts';
import { isQuantity, SIGN_PATTERN, signOf, signOfWord, valueOfWord } from './quantities.ts';

/** A word of a text for alignment: no word is left out, and none overlaps another. */
export interface Word {
  /**
   * Words with equal keys mean the same: a stem, a number in normal form, `.the` for a stop word, `%` for a unit's
   * sign.
   */
  readonly key: string;
  /** Offsets into the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** `number` for any word with a digit; `character` for one character of a script without spaces, with its marks. */
  readonly kind: 'word' | 'stop' | 'number' | 'sign' | 'character';
  readonly isCapitalised: boolean;
  readonly isNegation: boolean;
  /** Preceded by punctuation, or the first word. */
  readonly opensClause: boolean;
  /** At a place where any word may be capitalised: the first word, or after a stop, a colon or a quote. */
  readonly opensSentence: boolean;
}

/** The rest of a longer word is not compared. */
const WORD_UNITS_MAX = 64;

/** Splits a text into words. Takes time linear in the text. @param language ISO 639-1; null when unknown. */
export function wordsOf(text: string, language: string | null): Word[] {
  const factsOf = wordFactsOf(language);
  const words: Word[] = [];
  let endOfLast = 0;
  const add = ({ key, kind, isCapitalised, isNegation }: WordFacts, start: number, end: number) => {
    const before = start === endOfLast + 1 && text[endOfLast] === ' ' ? ' ' : text.slice(endOfLast, start);
    const opensClause = words.length === 0 || (before !== ' ' && CLAUSE_MARK.test(before));
    const opensSentence = words.length === 0 || (before !== ' ' && SENTENCE_MARK.test(before));
    endOfLast = end;
    if (key !== '')
      words.push({ key, start, end, kind, isCapitalised, isNegation, opensClause, opensSentence });
  };
  const pattern = wordPatternOf(language);
  for (let at = 0; at < text.length; ) {
    const plainEnd = endOfPlainWord(text, at);
    if (plainEnd > at) {
      add(factsOf(text.slice(at, plainEnd)), at, plainEnd);
      at = plainEnd;
    } else if (text.charCodeAt(at) === SPACE) at++;
    else {
      pattern.lastIndex = at;
      const match = pattern.exec(text);
      if (!match) break;
      at = match.index + match[0].length;
      add(factsOfMatch(match.groups!, factsOf), match.index, at);
    }
  }
  return words;
}

/** The context-free properties of a word. */
type WordFacts = Pick<Word, 'key' | 'kind' | 'isCapitalised' | 'isNegation'>;

function factsOfMatch(groups: Record<string, string>, factsOf: (word: string) => WordFacts): WordFacts {
  const { number, negation, character, sign, word } = groups;
  if (word !== undefined) return factsOf(word);
  const plain = { isCapitalised: false, isNegation: false };
  if (number !== undefined) return { key: numberForm(number), kind: 'number', ...plain };
  if (character !== undefined) return { key: character.normalize('NFKC'), kind: 'character', ...plain };
  if (negation !== undefined)
    return { key: negation, kind: 'character', isCapitalised: false, isNegation: true };
  return { key: signOf(sign!), kind: 'sign', ...plain };
}

const SPACE = 0x20;
const APOSTROPHE = 0x27;

/**
 * End of a word of ASCII letters that nothing can join to; `start` without one, or when only the pattern can decide.
 */
function endOfPlainWord(text: string, start: number): number {
  let end = start;
  while (end < text.length && isAsciiLetter(text.charCodeAt(end))) end++;
  if (end === text.length) return end;
  const next = text.charCodeAt(end);
  return next < 0x80 && next !== APOSTROPHE && !isAsciiDigit(next) ? end : start;
}

function isAsciiLetter(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a);
}

function isAsciiDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

const wordFactsOf = cachedByLanguage((word, language): WordFacts => {
  const { term, kind, capitalised } = wordFormsOf(language)(
    word.replace(joinedConjunctionOf(language), '').slice(0, WORD_UNITS_MAX),
  );
  const lower = word.toLowerCase();
  const unit = signOfWord(lower, language);
  return {
    // The key is empty when folding leaves nothing of the word.
    key: term === '' ? '' : (unit ?? valueOfWord(lower, language) ?? term),
    kind: unit !== undefined ? 'sign' : kind === 'stop' && isQuantity(lower, language) ? 'word' : kind,
    isCapitalised: capitalised,
    isNegation: isNegation(lower, language),
  };
});

/** Arabic writes `and` as the first letter of the next word. */
const joinedConjunctionOf = byLanguageOfText((packs) =>
  expressionOf(packs, ({ joinedConjunctions }) => joinedConjunctions, {
    before: '^',
    after: '(?=\\p{L}{3})',
  }),
);

const SENTENCE_MARK = /[:.!?…"“„«：。！？।*#]|[-–—]\s/u;
const CLAUSE_MARK = /[,;:.!?…()[\]{}"“”„«»—–|،؛؟、，；：。！？।]/u;

const UNSPACED =
  '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}';
const LETTER = `[[\\p{L}\\p{M}\\p{N}\\u00ad\\u200c\\u200d]--[${UNSPACED}]]`;
/** Groups of three after a space or an apostrophe belong to the number; so do digits after a point or a comma. */
const NUMBER =
  "\\p{Nd}{1,3}(?:[ '’\\u00a0\\u202f\\u2009]\\p{Nd}{3}(?!\\p{Nd}))+(?:[.,]\\p{Nd}+)?|\\p{Nd}+(?:[.,٫٬]\\p{Nd}+)*[¼½¾⅐-⅞]?|[¼½¾⅐-⅞]";
/** A possessive belongs to its word in every language, a case ending to a name or a number in Turkic ones. */
const wordPatternOf = byLanguageOfText((packs) => {
  const hasEndings = packs.some(({ endingsAfterApostrophe }) => endingsAfterApostrophe);
  const suffix = hasEndings ? "['’]\\p{L}{1,12}" : "['’][sS]";
  const ordinal = [...wordsOfPacks(packs, ({ ordinalSuffixes }) => ordinalSuffixes)]
    .join('|')
    .replaceAll('.', '\\.');
  const suffixes = ordinal === '' ? suffix : `-?(?:${ordinal})|${suffix}`;
  return new RegExp(
    [
      `(?<number>${NUMBER})(?:(?:${suffixes})(?!${LETTER}))?`,
      `(?<negation>${UNSPACED_NEGATION})`,
      `(?<character>[[\\p{L}\\p{N}]&&[${UNSPACED}]]\\p{M}*)`,
      `(?<word>${LETTER}+n['’]t(?!${LETTER})|n['’]t(?!${LETTER})|${LETTER}+)(?:${suffix}(?!${LETTER}))?`,
      `(?<sign>${SIGN_PATTERN})`,
    ].join('|'),
    'gv',
  );
});
