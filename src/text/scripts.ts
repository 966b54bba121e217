/**
 * ISO 15924 codes of the scripts that are distinguished; Hiragana, Katakana and Han stay three, though Japanese mixes
 * them.
 */
const SCRIPTS = (
  'Latn Cyrl Grek Arab Hebr Deva Beng Gujr Guru Knda Mlym Taml Telu Sinh ' +
  'Armn Geor Ethi Hang Hira Kana Hani Thai Laoo Khmr Mymr Tibt'
).split(' ');

const patterns = SCRIPTS.map((script) => [script, new RegExp(`\\p{sc=${script}}`, 'u')] as const);

/** ISO 15924 code of a character's script; undefined for digits, punctuation and scripts that are not distinguished. */
export function scriptOfCharacter(character: string): string | undefined {
  return patterns.find(([, pattern]) => pattern.test(character))?.[0];
}

/** CLDR's script names that Unicode splits into several or names otherwise. */
const CHARACTER_SCRIPT: Readonly<Record<string, string>> = {
  Hans: 'Hani',
  Hant: 'Hani',
  Jpan: 'Hani',
  Kore: 'Hang',
};

/** The script of most letters of a language, by CLDR; Han for Japanese, Latin for an unknown code. */
export function scriptOfLanguage(language: string): string {
  let script = scripts.get(language);
  if (!script) {
    const likely = /^[a-z]{2,3}$/.test(language) ? new Intl.Locale(language).maximize().script : undefined;
    script = CHARACTER_SCRIPT[likely ?? ''] ?? likely ?? 'Latn';
    if (scripts.size >= LANGUAGES_MAX) scripts.clear();
    scripts.set(language, script);
  }
  return script;
}

const LANGUAGES_MAX = 1_000;
const scripts = new Map<string, string>();

/** CLDR's likeliest language for each script: `en` for Latin, `ru` for Cyrillic. */
const usualLanguage = new Map(
  SCRIPTS.map((script) => [script, new Intl.Locale(`und-${script}`).maximize().language] as const),
);

export function usualLanguageOf(script: string): string | undefined {
  return usualLanguage.get(script);
}

/**
 * The language whose rules apply to a word: the document's when it is written in the word's script, else the usual one
 * of that script. So Latin words in a Chinese text are stemmed as English, and Chinese words in an English text are
 * segmented.
 *
 * @returns ISO 639-1; null for a script not in `SCRIPTS`.
 */
export function languageOfWord(word: string, documentLanguage: string | null): string | null {
  const script = firstScript(word);
  if (script === undefined) return null;
  if (script === 'Hira' || script === 'Kana') return 'ja';
  if (documentLanguage !== null && scriptOfLanguage(documentLanguage) === script) return documentLanguage;
  return usualLanguageOf(script) ?? null;
}

/** The languages that `languageOfWord` names for the words of a text: its own, and the usual ones of other scripts. */
export function languagesInText(language: string | null): string[] {
  const own = language === null ? undefined : scriptOfLanguage(language);
  const others = SCRIPTS.flatMap((script) => (script === own ? [] : (usualLanguageOf(script) ?? [])));
  return [...new Set(language === null ? others : [language, ...others])];
}

function firstScript(word: string): string | undefined {
  for (const character of word) {
    const script = scriptOfCharacter(character);
    if (script !== undefined) return script;
  }
  return undefined;
}
