import { type Cache, createCaches } from '../kernel/cache.ts';

/**
 * Words of all languages together: a corpus of 4,000 chunks has some 38,000 distinct spellings, and stemming one costs
 * ten times as much as looking it up.
 */
const WORDS_MAX = 131_072;
/** Longer words seldom recur. */
const CACHED_UNITS_MAX = 32;
const LANGUAGES_MAX = 100;

/**
 * Caches, by language, facts about a word that do not depend on its context. Bounded: words that did not occur among
 * the last 65,536 distinct ones are dropped, and no entry keeps alive the text that its word was sliced from.
 */
export function cachedByLanguage<Fact>(
  read: (word: string, language: string | null) => Fact,
): (language: string | null) => (word: string) => Fact {
  let caches = createCaches<string, Fact>({ sizeMax: WORDS_MAX });
  const languages = new Map<string | null, (word: string) => Fact>();
  function factsIn(cache: Cache<string, Fact>, language: string | null): (word: string) => Fact {
    return (word) => {
      const known = cache.get(word);
      if (known !== undefined) return known;
      const fact = read(word, language);
      if (word.length <= CACHED_UNITS_MAX) cache.set(ownCopy(word), fact);
      return fact;
    };
  }
  return (language) => {
    let facts = languages.get(language);
    if (!facts) {
      if (languages.size >= LANGUAGES_MAX) {
        languages.clear();
        caches = createCaches({ sizeMax: WORDS_MAX });
      }
      facts = factsIn(caches.open(), language);
      languages.set(language, facts);
    }
    return facts;
  };
}

/** A slice of this length or more keeps the text alive that it was taken from (V8); a shorter one is a copy. */
const SLICE_UNITS_MIN = 13;

/** A text that keeps no other alive. */
export function ownCopy(text: string): string {
  return text.length < SLICE_UNITS_MIN ? text : Buffer.from(text, 'utf16le').toString('utf16le');
}
