import { createRequire } from 'node:module';
import { LANGUAGES, packOf } from '../languages/languages.ts';
import { languagesByCommonWords } from './common-words.ts';
import { isEnglishByEvidence, withEvidence } from './language-evidence.ts';
import { scriptOfCharacter, scriptOfLanguage, usualLanguageOf } from './scripts.ts';

/** Pieces of a text that vote on its language: a foreign name can then mislead one piece, not the whole text. */
const PIECES_MAX = 12;
const PIECE_UNITS = 160;
/** With fewer words, letters alone are too little evidence. */
const WORDS_MIN = 3;

/**
 * The main language of a text, from a bounded sample of it.
 *
 * @param candidates ISO 639-1 codes to choose from; all known languages when absent.
 * @returns ISO 639-1; null when the text is too short or in none of the known or candidate languages.
 */
export function detectLanguage(text: string, candidates?: readonly string[]): string | null {
  const pieces = sampleOf(text);
  const sample = pieces.join(' ');
  const script = mainScript(sample);
  if (script === undefined) return null;
  const possible = (candidates ?? KNOWN_LANGUAGES).filter(
    (language) => scriptOfLanguage(language) === script,
  );
  const told = toldByLetters(sample, script);
  if (told !== undefined) return possible.includes(told) ? told : (possible[0] ?? null);
  // The script alone decides where at most one candidate is written in it.
  if (candidates && possible.length <= 1) return possible[0] ?? null;
  const words = sample.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  if (words.length < WORDS_MIN) return null;
  // There are too few Cyrillic stop lists, and they are too alike, to decide.
  if (script !== 'Latn') return voted(pieces, possible);
  const likely = languagesByCommonWords(words, possible);
  if (likely.length === 1) return likely[0]!;
  if (isEnglishByEvidence(sample, likely)) return 'en';
  const guess = voted(pieces, likely);
  return guess === null ? null : withEvidence(sample, guess, likely);
}

/** The whole text when it is short, as most are; else pieces from all over it. */
function sampleOf(text: string): string[] {
  const count = Math.min(PIECES_MAX, Math.ceil(text.length / PIECE_UNITS));
  const step = Math.max(PIECE_UNITS, text.length / Math.max(1, count));
  const pieces: string[] = [];
  for (let i = 0; i < count; i++) {
    const start = wordStart(text, Math.floor(i * step));
    const end = wordStart(text, Math.floor(i * step) + PIECE_UNITS);
    if (start < end) pieces.push(text.slice(start, end));
  }
  return pieces;
}

/** The first word start at or after `index`, searched no further than a word's length. */
function wordStart(text: string, index: number): number {
  if (index === 0 || index >= text.length) return Math.min(index, text.length);
  for (let at = index; at < index + 24 && at < text.length; at++) {
    if (/\s/.test(text[at - 1]!)) return at;
  }
  return index;
}

/** The script of most letters. */
function mainScript(sample: string): string | undefined {
  return [...lettersByScript(sample)].sort((a, b) => b[1] - a[1])[0]?.[0];
}

/** Weighted number of letters of each script; the three of Japanese and the one of Chinese count as one, `Hani`. */
export function lettersByScript(text: string): Map<string, number> {
  const letters = new Map<string, number>();
  const basic = text.match(/[A-Za-z]/g)?.length ?? 0;
  if (basic > 0) letters.set('Latn', basic);
  for (const [character] of text.matchAll(/[\P{ASCII}&&\p{L}]/gv)) {
    const found = scriptOfCharacter(character);
    if (found === undefined) continue;
    const script = found === 'Hira' || found === 'Kana' ? 'Hani' : found;
    letters.set(script, (letters.get(script) ?? 0) + (LETTER_WEIGHT[script] ?? 2));
  }
  return letters;
}

/** Latin names appear in texts of every script, seldom the reverse; and a syllable carries more than a letter. */
const LETTER_WEIGHT: Readonly<Record<string, number>> = { Latn: 1, Hani: 4, Hang: 4 };
/** Share of kana among Japanese letters below which a text is Chinese with a name in it. */
const KANA_SHARE_MIN = 0.1;

/** The language, where the script decides it, or letters that only one language of the script has. */
function toldByLetters(sample: string, script: string): string | undefined {
  switch (script) {
    case 'Latn':
    case 'Cyrl':
      return undefined;
    case 'Hani':
      return share(sample, /[\p{sc=Hira}\p{sc=Kana}]/gu, /[\p{sc=Hira}\p{sc=Kana}\p{sc=Hani}]/gu) >=
        KANA_SHARE_MIN
        ? 'ja'
        : 'zh';
    case 'Arab':
      // Urdu and Persian have their own yeh and kaf; Urdu also has retroflex letters.
      if (share(sample, lettersOf('fa'), lettersOf('fa', 'ar')) < 0.5) return 'ar';
      return lettersOf('ur').test(sample) ? 'ur' : 'fa';
    default:
      return usualLanguageOf(script);
  }
}

function lettersOf(...languages: string[]): RegExp {
  return new RegExp(`[${languages.map((each) => packOf(each)?.letters ?? '').join('')}]`, 'gu');
}

function share(sample: string, some: RegExp, all: RegExp): number {
  const total = sample.match(all)?.length ?? 0;
  return total === 0 ? 0 : (sample.match(some)?.length ?? 0) / total;
}

/**
 * The languages with replies, and those of tinyld's 62 that a team's documents are likely to be in. 40 of 5,665 English
 * questions were taken for one of the rarer ones (Volapük, Kirundi, Klingon …).
 */
const KNOWN_LANGUAGES: readonly string[] = [
  ...new Set([
    ...LANGUAGES.flatMap(({ code, replies }) => (replies ? [code] : [])),
    ...(
      'en de fr es pt it nl sv da no fi is pl cs sk hu ro hr lt lv et tr vi id ru uk be bg sr mk kk ' +
      'ar fa ur he hi bn gu kn ta te hy ka am ko zh ja th lo km my el'
    ).split(' '),
  ]),
];

/** Voting stops after this many pieces if they all agree. */
const UNANIMOUS_PIECES = 3;

/** The choice of most pieces, weighted by their length. */
function voted(pieces: readonly string[], possible: readonly string[]): string | null {
  const votes = new Map<string, number>();
  for (const [i, piece] of spread(pieces).entries()) {
    if (i >= UNANIMOUS_PIECES && votes.size === 1) break;
    const choice = detectWithin(piece, possible);
    if (choice !== '') votes.set(choice, (votes.get(choice) ?? 0) + piece.length);
  }
  return [...votes].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

/** Beginning, middle and end first: they may be in other languages (an abstract, a quotation). */
function spread(pieces: readonly string[]): readonly string[] {
  const last = pieces.length - 1;
  const first = new Set([0, last >> 1, last]);
  return [...pieces.filter((_, i) => first.has(i)), ...pieces.filter((_, i) => !first.has(i))];
}

function detectWithin(text: string, only: readonly string[]): string {
  // Loaded with the first text that needs it (80 ms, 54 MB): questions to a corpus in one language never do.
  tinyld ??= createRequire(import.meta.url)('tinyld') as typeof import('tinyld');
  return tinyld.detect(text, { only: [...only] });
}

let tinyld: typeof import('tinyld') | undefined;
