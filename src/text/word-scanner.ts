import { wordsOf } from '../languages/languages.ts';
import { CHARACTER, classOf, classOfPair } from './characters.ts';
import { byLanguageOfText } from './packs-of-text.ts';
import { type WordForm, type WordForms, wordFormsOf } from './word-forms.ts';

/** Longest word, in UTF-16 units; the rest is dropped, since nobody searches by the 65th letter. */
const WORD_UNITS_MAX = 64;
/** Longest run of unspaced script that is segmented at once. */
const SEGMENT_UNITS_MAX = 1_024;
/** A word of more parts (`a3f9c1d4…`) is a digest: its parts mean nothing. */
const MIXED_PARTS_MAX = 6;

/** Called for each word in reading order; its parts and bigrams follow it. */
export type VisitWord = (form: WordForm, start: number, end: number) => void;

/**
 * Finds the words of a text: runs of letters, marks and digits; numbers without their thousands commas; words that mix
 * letters and digits, whole and in parts; dictionary words of scripts without spaces, and for Thai and Hangul character
 * bigrams as well. Takes time linear in any text.
 *
 * @param language ISO 639-1 code of the text's main language; null when unknown.
 */
export function scanWords(text: string, language: string | null, visit: VisitWord): void {
  const scanner: Scanner = { text, language, forms: wordFormsOf(language), visit };
  const { length } = text;
  let index = 0;
  while (index < length) {
    let found = classOf(text.charCodeAt(index));
    if (found === CHARACTER.surrogate) found = classOfPair(text, index);
    if (found === CHARACTER.letter || found === CHARACTER.digit) index = scanSpaced(scanner, index);
    else if (found === CHARACTER.unspaced) index = scanUnspaced(scanner, index);
    else if (found === CHARACTER.hangul) index = scanHangul(scanner, index);
    else index++;
  }
}

interface Scanner {
  readonly text: string;
  readonly language: string | null;
  readonly forms: WordForms;
  readonly visit: VisitWord;
}

/** Reads a word or number that begins at `start`. @returns Offset to continue from. */
function scanSpaced(scanner: Scanner, start: number): number {
  const { text } = scanner;
  if (isVersionMark(text, start)) return scanSpaced(scanner, start + 1);
  let hasLetters = false;
  let hasDigits = false;
  let end = start;
  while (end < text.length) {
    let found = classOf(text.charCodeAt(end));
    let units = 1;
    if (found === CHARACTER.surrogate) {
      found = classOfPair(text, end);
      units = 2;
    }
    if (found === CHARACTER.letter) hasLetters = true;
    else if (found === CHARACTER.digit) hasDigits = true;
    else if (found !== CHARACTER.mark && !joins(text, end, found)) break;
    end += units;
  }
  if (!hasLetters) end = endOfGroupedNumber(text, start, end);
  const isFollowed = end < text.length && classOf(text.charCodeAt(end)) === CHARACTER.apostrophe;
  const { wordEnd, next } = isFollowed ? readSuffix(scanner, end) : { wordEnd: end, next: end };
  if (!hasLetters) visitDotted(scanner, start, end);
  visitWord(scanner, start, wordEnd);
  if (hasLetters && hasDigits) visitParts(scanner, start, end);
  return next;
}

/** The mark of `v2.4.0`, which is `2.4.0`. Few words begin with its letter, and a test of it costs less. */
function isVersionMark(text: string, start: number): boolean {
  if ((text.charCodeAt(start) | 0x20) !== 0x76) return false;
  VERSION_MARK.lastIndex = start;
  return VERSION_MARK.test(text);
}

const VERSION_MARK = /v(?=[0-9]{1,3}\.[0-9])/iy;

/**
 * Whether a word continues across a non-letter: a joiner, or the apostrophe of a Ukrainian word (`п'ять`). In Arabic
 * script the zero-width non-joiner separates the parts of a compound, so a word ends there.
 */
function joins(text: string, index: number, found: number): boolean {
  const before = text.charCodeAt(index - 1);
  if (found === CHARACTER.joiner)
    return text.charCodeAt(index) !== 0x200c || before < 0x0600 || before > 0x06ff;
  return found === CHARACTER.apostrophe && isCyrillic(before) && isCyrillic(text.charCodeAt(index + 1));
}

function isCyrillic(unit: number): boolean {
  return unit >= 0x0400 && unit <= 0x04ff;
}

function visitWord({ text, language, forms, visit }: Scanner, start: number, end: number): void {
  const cut = end - start > WORD_UNITS_MAX ? boundaryAt(text, start + WORD_UNITS_MAX) : end;
  const surface = text.slice(start, cut);
  const form = forms(surface);
  if (form.kind === 'stop' && form.capitalised && isAcronym(text, { surface, start, end: cut, language }))
    visit({ term: surface.toLowerCase(), kind: 'word', capitalised: true }, start, cut);
  else if (form.term !== '') visit(form, start, cut);
}

/** Acronyms that are stop words in small letters. */
const acronymsOf = byLanguageOfText((packs) => wordsOf(packs, ({ acronyms }) => acronyms));
/** Units around an acronym; where they have no small letter, all is written in capitals. */
const AROUND_UNITS = 16;

function isAcronym(
  text: string,
  { surface, start, end, language }: { surface: string; start: number; end: number; language: string | null },
): boolean {
  if (!acronymsOf(language).has(surface)) return false;
  const around = text.slice(Math.max(0, start - AROUND_UNITS), end + AROUND_UNITS);
  return /\p{Ll}/u.test(around) || around === surface;
}

/** `index`, or one less where it would split a surrogate pair. */
function boundaryAt(text: string, index: number): number {
  return text.codePointAt(index - 1)! > 0xffff ? index - 1 : index;
}

/** `1,234,567` and the Indian `1,00,000` are one number; `1,2` and `1990,200` are two. */
function endOfGroupedNumber(text: string, start: number, end: number): number {
  if (end - start > 3) return end;
  let grouped = end;
  let at = end;
  while (/[,٬]/.test(text.charAt(at))) {
    let digits = 0;
    while (digits < 4 && classOf(text.charCodeAt(at + 1 + digits)) === CHARACTER.digit) digits++;
    if (digits !== 2 && digits !== 3) break;
    at += 1 + digits;
    if (digits === 3) grouped = at;
  }
  return classOf(text.charCodeAt(grouped)) === CHARACTER.letter ? end : grouped;
}

/** Maximum parts of a number with dots; one with more, as in an outline, is no whole. */
const DOTTED_PARTS_MAX = 4;

/**
 * A number with dots (`2.4.0`, `3.5`, `10.0.0.7`) that begins at `start`, whole and without its last parts: `2.4.0` is
 * found by `2.4`, too.
 *
 * @param end Of its first part.
 */
function visitDotted(scanner: Scanner, start: number, end: number): void {
  const { text } = scanner;
  if (text.charAt(end) !== '.' || (text.charAt(start - 1) === '.' && isDigitAt(text, start - 2))) return;
  const ends: number[] = [];
  let at = end;
  while (text.charAt(at) === '.' && isDigitAt(text, at + 1)) {
    at++;
    while (isDigitAt(text, at)) at++;
    ends.push(at);
  }
  if (ends.length >= DOTTED_PARTS_MAX) return;
  if (at < text.length && continuesWord(text, at)) ends.pop();
  for (const dottedEnd of ends.reverse()) visitWord(scanner, start, dottedEnd);
}

function isDigitAt(text: string, index: number): boolean {
  return index >= 0 && index < text.length && classOf(text.charCodeAt(index)) === CHARACTER.digit;
}

const SUFFIX_UNITS_MAX = 16;

/**
 * Where a word with an apostrophe ends. Left out: the possessive `'s` in every language, the case ending of a Turkish
 * name, and English contractions (`we'll`); `n't` stays with its word.
 */
function readSuffix({ text, language }: Scanner, apostrophe: number): { wordEnd: number; next: number } {
  let suffixEnd = apostrophe + 1;
  const limit = Math.min(text.length, suffixEnd + SUFFIX_UNITS_MAX);
  while (suffixEnd < limit && continuesWord(text, suffixEnd)) suffixEnd++;
  const suffix = text.slice(apostrophe + 1, suffixEnd).toLowerCase();
  const separate = { wordEnd: apostrophe, next: apostrophe };
  if (suffix === '' || (suffixEnd < text.length && continuesWord(text, suffixEnd))) return separate;
  const { endings, contractions } = apostrophesOf(language);
  if (suffix === 's' || endings) return { wordEnd: apostrophe, next: suffixEnd };
  if (contractions.size === 0) return separate;
  if (suffix === 't' && /n/i.test(text.charAt(apostrophe - 1)))
    return { wordEnd: suffixEnd, next: suffixEnd };
  return contractions.has(suffix) ? { wordEnd: apostrophe, next: suffixEnd } : separate;
}

const apostrophesOf = byLanguageOfText((packs) => ({
  endings: packs.some(({ endingsAfterApostrophe }) => endingsAfterApostrophe),
  contractions: wordsOf(packs, ({ contractions }) => contractions),
}));

function continuesWord(text: string, index: number): boolean {
  const found = classOf(text.charCodeAt(index));
  return found === CHARACTER.letter || found === CHARACTER.mark || found === CHARACTER.digit;
}

/** `sha256` is also `sha` and `256`. */
function visitParts(scanner: Scanner, start: number, end: number): void {
  const { text } = scanner;
  const starts: number[] = [];
  let last = 0;
  for (let index = start; index < end && starts.length <= MIXED_PARTS_MAX; index++) {
    let found = classOf(text.charCodeAt(index));
    if (found === CHARACTER.surrogate) found = classOfPair(text, index);
    if ((found === CHARACTER.letter || found === CHARACTER.digit) && found !== last) {
      starts.push(index);
      last = found;
    }
  }
  if (starts.length > MIXED_PARTS_MAX) return;
  for (const [i, partStart] of starts.entries()) visitWord(scanner, partStart, starts[i + 1] ?? end);
}

/** Reads a Hangul word: particles are attached without a space, so its bigrams are terms, too. */
function scanHangul(scanner: Scanner, start: number): number {
  const { text } = scanner;
  let end = start + 1;
  let isPrecomposed = isSyllable(text.charCodeAt(start));
  while (end < text.length) {
    const found = classOf(text.charCodeAt(end));
    if (found !== CHARACTER.hangul && found !== CHARACTER.mark) break;
    isPrecomposed &&= isSyllable(text.charCodeAt(end));
    end++;
  }
  visitWord(scanner, start, end);
  if (!isPrecomposed || end - start < 3) return end;
  const bigramsEnd = Math.min(end, start + WORD_UNITS_MAX);
  for (let index = start; index + 2 <= bigramsEnd; index++) visitWord(scanner, index, index + 2);
  return end;
}

function isSyllable(unit: number): boolean {
  return unit >= 0xac00 && unit <= 0xd7a3;
}

/** Reads a run of a script without spaces, or the first piece of a long run. */
function scanUnspaced(scanner: Scanner, start: number): number {
  const { text } = scanner;
  let end = start;
  while (end < text.length && end - start < SEGMENT_UNITS_MAX) {
    let found = classOf(text.charCodeAt(end));
    let units = 1;
    if (found === CHARACTER.surrogate) {
      found = classOfPair(text, end);
      units = 2;
    }
    if (found !== CHARACTER.unspaced && found !== CHARACTER.mark && found !== CHARACTER.joiner) break;
    end += units;
  }
  if (end - start === 1) {
    visitWord(scanner, start, end);
    return end;
  }
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
  for (const { index, segment } of segmenter.segment(text.slice(start, end))) {
    const wordStart = start + index;
    const wordEnd = wordStart + segment.length;
    visitWord(scanner, wordStart, wordEnd);
    if (isThai(text.charCodeAt(wordStart)))
      visitThaiBigrams(scanner, { from: wordStart, to: wordEnd, runEnd: end });
  }
  return end;
}

/** Its dictionaries cover Chinese, Japanese, Thai, Lao, Khmer and Burmese in any locale. */
let segmenter: Intl.Segmenter | undefined;

function isThai(unit: number): boolean {
  return unit >= 0x0e00 && unit <= 0x0e7f;
}

/** Pairs of letters, each with its marks, that begin in `from … to`, since compounds are segmented inconsistently. */
function visitThaiBigrams(
  scanner: Scanner,
  { from, to, runEnd }: { from: number; to: number; runEnd: number },
): void {
  const { text } = scanner;
  let first = from;
  while (first < to) {
    const second = letterEnd(text, first, runEnd);
    if (second >= runEnd || !isThai(text.charCodeAt(second))) return;
    const isWord = first === from && letterEnd(text, second, runEnd) === to;
    if (!isWord) visitWord(scanner, first, letterEnd(text, second, runEnd));
    first = second;
  }
}

function letterEnd(text: string, start: number, runEnd: number): number {
  let end = start + 1;
  while (end < runEnd && isThaiMark(text.charCodeAt(end))) end++;
  return end;
}

function isThaiMark(unit: number): boolean {
  return unit === 0x0e31 || (unit >= 0x0e34 && unit <= 0x0e3a) || (unit >= 0x0e47 && unit <= 0x0e4e);
}
