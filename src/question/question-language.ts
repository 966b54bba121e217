import { packOf } from '../languages/languages.ts';
import { commonWordCounts } from '../text/common-words.ts';
import { detectLanguage, lettersByScript } from '../text/language.ts';
import { scriptOfLanguage } from '../text/scripts.ts';

/** A question of fewer rare words can be in any language of its script: "Maple Leafs", "Symbolverzeichnis". */
const TELLING_WORDS_MIN = 4;
/** Maximum languages that a short question is read in. */
const READINGS_MAX = 4;

/**
 * The corpus languages that `question` may be in, the likeliest first. Only these matter, as words of any other
 * language cannot be found, and a question is too short to tell related languages apart by its letters alone.
 *
 * @param corpus Chunks of each language, by ISO 639-1 code: `DocumentStore.languages`.
 * @param earlier Questions of the conversation before this one, oldest first: they decide where the words do not.
 * @returns The only corpus language in the question's main script, or of several the one its words belong to; up to four
 *   if the question is too short for that. Without one in its script: the detected language, else the commonest of the
 *   corpus; empty when that is unknown, too.
 */
export function questionLanguages(
  question: string,
  corpus: ReadonlyMap<string, number>,
  earlier: readonly string[] = [],
): string[] {
  const commonestFirst = [...corpus]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .map(([code]) => code);
  const letters = lettersByScript(question);
  const lettersOf = (code: string) => letters.get(scriptOfLanguage(code)) ?? 0;
  const most = Math.max(0, ...commonestFirst.map(lettersOf));
  const candidates = most === 0 ? [] : commonestFirst.filter((code) => lettersOf(code) === most);
  if (candidates.length > 1) {
    const likeliest = toldLanguage([...earlier, question], candidates) ?? candidates[0]!;
    // Of keywords such as "non déductibles", one small word alone says little.
    const stopWordsMin = QUESTION_END.test(question) ? 1 : 2;
    const isTelling =
      (question.match(WORD)?.length ?? 0) >= TELLING_WORDS_MIN ||
      languageOfStopWords(question, candidates, stopWordsMin) === likeliest;
    if (isTelling) return [likeliest];
    return [...new Set([likeliest, ...candidates])].slice(0, READINGS_MAX);
  }
  const language =
    candidates[0] ?? detectLanguage(question) ?? toldLanguage(earlier, commonestFirst) ?? commonestFirst[0];
  return language === undefined ? [] : [language];
}

/**
 * The language with the most stop words in a text, which may be short: “why not” is English. A question with ¿ is
 * Spanish.
 *
 * @param hitsMin Minimum number of stop words.
 * @returns null when there are fewer, or as many of another language.
 */
export function languageOfStopWords(
  text: string,
  languages: readonly string[],
  hitsMin: number,
): string | null {
  const signed = languages.find((language) =>
    [...(packOf(language)?.signs ?? '')].some((sign) => text.includes(sign)),
  );
  if (signed !== undefined) return signed;
  const counts = commonWordCounts(text.normalize('NFKC').toLowerCase().match(WORD) ?? [], languages);
  const most = Math.max(0, ...counts);
  if (most < hitsMin || counts.indexOf(most) !== counts.lastIndexOf(most)) return null;
  return languages[counts.indexOf(most)]!;
}

/** The language of the last of the texts whose words show it. */
function toldLanguage(texts: readonly string[], candidates: readonly string[]): string | null {
  for (const text of texts.toReversed()) {
    const told = detectLanguage(text, candidates) ?? languageOfStopWords(text, candidates, 1);
    if (told !== null) return told;
  }
  return null;
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** The end of an asking sentence. The Greek question mark looks like a semicolon. */
export const QUESTION_END = /(?:[?？؟]|\p{sc=Greek}["'”’»)]*[;\u037e])["'”’»)\]]*$/u;
