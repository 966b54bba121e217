import { detectLanguage } from '../analysis/language.ts';

/** A question of fewer words can be in any language of its script: "Maple Leafs", "Symbolverzeichnis". */
const TELLING_WORDS_MIN = 4;
/** How many languages a short question is read in. */
const READINGS_MAX = 4;

/**
 * The corpus languages that `question` may be in, the likeliest first. Words of a language that no document is in cannot
 * be found whatever their stems are, and a question is too short to be told from its neighbours by its letters alone, so
 * the corpus leads.
 *
 * @param corpus Chunks of each language, by ISO 639-1 code: `DocumentStore.languages`.
 * @returns The one corpus language whose script the question is mostly written in, or of several the one that its words
 *   tell; of a question too short for that, up to four. When there is none in its script: what the question looks like,
 *   else the commonest of the corpus; empty when that is unknown too.
 */
export function questionLanguages(question: string, corpus: ReadonlyMap<string, number>): string[] {
  const commonestFirst = [...corpus]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .map(([code]) => code);
  const lettersIn = new Map(commonestFirst.map((code) => [code, countMatches(question, lettersOf(code))]));
  const most = Math.max(0, ...lettersIn.values());
  const candidates = most === 0 ? [] : commonestFirst.filter((code) => lettersIn.get(code) === most);
  if (candidates.length > 1) {
    const likeliest = detectLanguage(question, candidates) ?? candidates[0]!;
    if (countMatches(question, WORD) >= TELLING_WORDS_MIN) return [likeliest];
    return [...new Set([likeliest, ...candidates])].slice(0, READINGS_MAX);
  }
  const language = candidates[0] ?? detectLanguage(question) ?? commonestFirst[0];
  return language === undefined ? [] : [language];
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** Scripts of CLDR that Unicode knows as several, or under the name of one that they are a variety of. */
const SCRIPT_PARTS: Readonly<Record<string, string>> = {
  Hans: '\\p{sc=Hani}',
  Hant: '\\p{sc=Hani}',
  Jpan: '\\p{sc=Hani}\\p{sc=Hira}\\p{sc=Kana}',
  Kore: '\\p{sc=Hang}\\p{sc=Hani}',
};

const letters = new Map<string, RegExp>();

/** Letters of the script that a language is mostly written in; remembered, as few languages make up a corpus. */
function lettersOf(language: string): RegExp {
  const known = letters.get(language);
  if (known) return known;
  const script = new Intl.Locale(language).maximize().script ?? 'Latn';
  const pattern = new RegExp(`[${SCRIPT_PARTS[script] ?? `\\p{sc=${script}}`}]`, 'gu');
  letters.set(language, pattern);
  return pattern;
}

function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
