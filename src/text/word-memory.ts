/**
 * Words of all languages in each of the two generations: a corpus of 4,000 chunks has some 38,000 distinct spellings,
 * and stemming one costs ten times as much as looking it up.
 */
const GENERATION_MAX = 65_536;
/** Longer words seldom recur. */
const REMEMBERED_UNITS_MAX = 32;
const LANGUAGES_MAX = 100;

/**
 * Caches, by language, facts about a word that do not depend on its context. Bounded: words that did not occur among
 * the last 65,536 distinct ones are dropped, and no entry keeps alive the text that its word was sliced from.
 */
export function rememberedByLanguage<Fact>(
  read: (word: string, language: string | null) => Fact,
): (language: string | null) => (word: string) => Fact {
  const languages = new Map<string | null, Generations<Fact>>();
  let young = 0;
  function add(word: string, fact: Fact, generations: Generations<Fact>): void {
    if (young >= GENERATION_MAX) {
      young = 0;
      for (const each of languages.values()) {
        each.old = each.young;
        each.young = new Map();
      }
    }
    young++;
    generations.young.set(ownCopy(word), fact);
  }
  function open(language: string | null): Generations<Fact> {
    const generations: Generations<Fact> = {
      young: new Map(),
      old: new Map(),
      recall(word) {
        const known = generations.young.get(word);
        if (known !== undefined) return known;
        const fact = generations.old.get(word) ?? read(word, language);
        if (word.length <= REMEMBERED_UNITS_MAX) add(word, fact, generations);
        return fact;
      },
    };
    if (languages.size >= LANGUAGES_MAX) languages.clear();
    languages.set(language, generations);
    return generations;
  }
  return (language) => (languages.get(language) ?? open(language)).recall;
}

interface Generations<Fact> {
  young: Map<string, Fact>;
  old: Map<string, Fact>;
  readonly recall: (word: string) => Fact;
}

/** A slice of this length or more keeps the text alive that it was taken from (V8); a shorter one is a copy. */
const SLICE_UNITS_MIN = 13;

/** A text that keeps no other alive. */
export function ownCopy(text: string): string {
  return text.length < SLICE_UNITS_MIN ? text : Buffer.from(text, 'utf16le').toString('utf16le');
}
