import { LANGUAGES } from '../../languages/languages.ts';

/**
 * Whether a lower-case word negates a statement. If the language is known only its own words count, since many are
 * common words in another language (Portuguese `no`, Italian `mai`, Vietnamese `na`).
 *
 * @param language ISO 639-1; null when unknown: any of the languages below.
 */
export function isNegation(word: string, language: string | null): boolean {
  if ((NEGATIONS.get(language ?? '') ?? UNMISTAKABLE).has(word)) return true;
  if (language === 'tr') return TURKISH_NEGATIVE.test(word);
  if (language === 'ko') return /않|없|아니/u.test(word);
  return /n['’]t$/u.test(word);
}

/**
 * Negations of scripts without spaces, which alignment keeps as one token. Words that only look like them are excluded.
 */
export const UNSPACED_NEGATION =
  '(?<!特)(?<!区)(?<!分)(?<!级)(?<!級)(?<!类)(?<!類)(?<!性)(?<!个)别(?![人的墅名])|[不没沒無勿]|非(?![洲常])|无(?!论|線|线)|無(?!論)|未(?!来|來)|ไม่|มิ(?=ได้|ใช่)|ไร้|ません|ない|なかった';

/** `-ma-`, `-me-` and `-maz` before the ending of a verb: `yapılmadı`, `gelmez`, `bilmiyor`. */
const TURKISH_NEGATIVE =
  /\p{L}{2}m[ae](?:d[ıi]|m[ıi][şs]|yor|z|yacak|yecek|yan|yen|d[ae]n)\p{L}*$|\p{L}{2}m[ıiuü]yor\p{L}*$/u;

const NEGATIONS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  LANGUAGES.flatMap(({ code, negations }) =>
    negations ? [[code, new Set(negations.split(' '))] as const] : [],
  ),
);

/** For a text whose language is unknown or has no list. */
const UNMISTAKABLE: ReadonlySet<string> = new Set(
  [...NEGATIONS.values()]
    .flatMap((list) => [...list])
    .filter(
      (word) => !/^(?:mai|ne|nu|ni|nul|nulle|nada|nimic|bez|non|rien|personne|sans|sem|sin|nem)$/.test(word),
    ),
);
