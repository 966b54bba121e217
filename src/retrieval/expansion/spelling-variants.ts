import { packOf } from '../../languages/languages.ts';

/**
 * The other spellings of a word: British for American and American for British, `colour` and `color`. Some of the words
 * it gives do not exist; no document has them.
 *
 * @param word Lower case.
 * @param language ISO 639-1 code.
 */
export function otherSpellings(word: string, language: string): string[] {
  return (packOf(language)?.spellingVariants ?? []).flatMap(([pattern, other]) => {
    const spelt = word.replace(pattern, other);
    return spelt === word ? [] : [spelt];
  });
}
