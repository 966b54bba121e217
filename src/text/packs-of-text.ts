import { packOf } from '../languages/languages.ts';
import type { LanguagePack } from '../languages/pack.ts';
import { languagesInText, scriptOfLanguage } from './scripts.ts';

/**
 * What a rule makes of the packs that a text is read by, made once for each language: the pack of its own language, and
 * those of the usual languages of other scripts, whose words no other language has (`languageOfWord`).
 *
 * @returns A function of the text's language: ISO 639-1, null when unknown.
 */
export function byLanguageOfText<T>(
  make: (packs: readonly LanguagePack[]) => T,
): (language: string | null) => T {
  // Bounded by packs and scripts, whatever language a text names.
  const made = new Map<string, { readonly of: T }>();
  return (language) => {
    const key = packOf(language)?.code ?? (language === null ? '' : scriptOfLanguage(language));
    let known = made.get(key);
    if (!known) {
      known = { of: make(languagesInText(language).flatMap((each) => packOf(each) ?? [])) };
      made.set(key, known);
    }
    return known.of;
  };
}
