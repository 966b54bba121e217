import { wordFormsOf } from '../../retrieval/word-forms.ts';
import { isNegation, UNSPACED_NEGATION } from './negation.ts';
import { numberForm } from './number-form.ts';
import { isQuantity, valueOfWord } from './quantity-words.ts';
import { SIGN_PATTERN, signOf, signOfWord } from './unit-signs.ts';

/** A word of a text as two texts are laid side by side: none is left out, none overlaps another. */
export interface Word {
  /** Equal keys mean the same: a stem, a number in one form, `.the` for a stop word, `%` for a unit's sign. */
  readonly key: string;
  /** Offsets into the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** `number` for whatever holds a digit; `character` for one of a script without spaces, its marks included. */
  readonly kind: 'word' | 'stop' | 'number' | 'sign' | 'character';
  readonly isCapitalised: boolean;
  readonly isNegation: boolean;
  /** Punctuation stands between it and the word before, or it is the first. */
  readonly opensClause: boolean;
  /** What stands before it lets anything have a capital: it is the first, or follows a stop, a colon or a quote. */
  readonly opensSentence: boolean;
}

/** What follows in a longer word is not compared. */
const WORD_UNITS_MAX = 64;

/** Cuts a text into words. Takes time linear in the text. @param language ISO 639-1; null when unknown. */
export function wordsOf(text: string, language: string | null): Word[] {
  const forms = wordFormsOf(language);
  const words: Word[] = [];
  let endOfLast = 0;
  for (const match of text.matchAll(language === 'tr' || language === 'az' ? TURKIC_WORD : WORD)) {
    const { number, negation, character, sign, word } = match.groups!;
    const start = match.index;
    const end = start + match[0].length;
    const before = text.slice(endOfLast, start);
    const place = {
      start,
      end,
      opensClause: words.length === 0 || (before !== ' ' && CLAUSE_MARK.test(before)),
      opensSentence: words.length === 0 || (before !== ' ' && SENTENCE_MARK.test(before)),
    };
    endOfLast = end;
    const plain = { ...place, isCapitalised: false, isNegation: false };
    if (word !== undefined) {
      const { term, kind, capitalised } = forms(
        (language === 'ar' ? word.replace(ARABIC_AND, '') : word).slice(0, WORD_UNITS_MAX),
      );
      if (term === '') continue;
      const lower = word.toLowerCase();
      const unit = signOfWord(lower);
      words.push({
        ...place,
        key: unit ?? valueOfWord(lower) ?? term,
        kind: unit !== undefined ? 'sign' : kind === 'stop' && isQuantity(lower, language) ? 'word' : kind,
        isCapitalised: capitalised,
        isNegation: isNegation(lower, language),
      });
    } else if (number !== undefined) words.push({ ...plain, key: numberForm(number), kind: 'number' });
    else if (character !== undefined)
      words.push({ ...plain, key: character.normalize('NFKC'), kind: 'character' });
    else if (negation !== undefined)
      words.push({ ...plain, key: negation, kind: 'character', isNegation: true });
    else words.push({ ...plain, key: signOf(sign!), kind: 'sign' });
  }
  return words;
}

/** Arabic writes `and` as a letter of the word that follows. */
const ARABIC_AND = /^و(?=\p{L}{3})/u;

const SENTENCE_MARK = /[:.!?…"“„«：。！？।*#]|[-–—]\s/u;
const CLAUSE_MARK = /[,;:.!?…()[\]{}"“”„«»—–|،؛؟、，；：。！？।]/u;

const UNSPACED =
  '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}';
const LETTER = `[[\\p{L}\\p{M}\\p{N}\\u00ad\\u200c\\u200d]--[${UNSPACED}]]`;
/** Groups of three behind a space or an apostrophe belong to the number; so does what follows a point or a comma. */
const NUMBER =
  "\\p{Nd}{1,3}(?:[ '’\\u00a0\\u202f\\u2009]\\p{Nd}{3}(?!\\p{Nd}))+(?:[.,]\\p{Nd}+)?|\\p{Nd}+(?:[.,٫٬]\\p{Nd}+)*[¼½¾⅐-⅞]?|[¼½¾⅐-⅞]";
const ORDINAL =
  '(?:st|nd|rd|th|er|re|ère|ème|e|è|º|ª|\\.[ºª]|ος|ου|οι|ους|ων|ον|η|ης|ην|ο|ή|ής|ό|го|й|ый|ого|му|м)';

function pattern(suffix: string): RegExp {
  return new RegExp(
    [
      `(?<number>${NUMBER})(?:(?:-?${ORDINAL}|${suffix})(?!${LETTER}))?`,
      `(?<negation>${UNSPACED_NEGATION})`,
      `(?<character>[[\\p{L}\\p{N}]&&[${UNSPACED}]]\\p{M}*)`,
      `(?<word>${LETTER}+n['’]t(?!${LETTER})|n['’]t(?!${LETTER})|${LETTER}+)(?:${suffix}(?!${LETTER}))?`,
      `(?<sign>${SIGN_PATTERN})`,
    ].join('|'),
    'gv',
  );
}

/** A possessive belongs to its word everywhere, the case ending of a name or a number in Turkish and its kin. */
const WORD = pattern("['’][sS]");
const TURKIC_WORD = pattern("['’]\\p{L}{1,12}");
