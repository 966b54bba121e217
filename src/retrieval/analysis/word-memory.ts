/** Words in each of the two generations of a language's cache. */
const GENERATION_MAX = 16_384;
/** Longer words seldom recur. */
const REMEMBERED_UNITS_MAX = 32;
const LANGUAGES_MAX = 100;

/**
 * Caches, by language, facts about a word that do not depend on its context. Bounded: words that did not occur among
 * the last 16,384 distinct ones are dropped, and no entry keeps alive the text that its word was sliced from.
 */
export function rememberedByLanguage<Fact>(
  read: (word: string, language: string | null) => Fact,
): (language: string | null) => (word: string) => Fact {
  const ofLanguage = new Map<string | null, (word: string) => Fact>();
  return (language) => {
    let remembered = ofLanguage.get(language);
    if (!remembered) {
      remembered = rememberWords((word) => read(word, language));
      if (ofLanguage.size >= LANGUAGES_MAX) ofLanguage.clear();
      ofLanguage.set(language, remembered);
    }
    return remembered;
  };
}

function rememberWords<Fact>(read: (word: string) => Fact): (word: string) => Fact {
  let young = new Map<string, Fact>();
  let old = new Map<string, Fact>();
  return (word) => {
    const known = young.get(word);
    if (known !== undefined) return known;
    const fact = old.get(word) ?? read(word);
    if (word.length <= REMEMBERED_UNITS_MAX) {
      if (young.size >= GENERATION_MAX) {
        old = young;
        young = new Map();
      }
      young.set(ownCopy(word), fact);
    }
    return fact;
  };
}

/** A slice keeps the text alive that it was taken from; a copy does not. */
export function ownCopy(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
