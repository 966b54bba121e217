/** Phrases of a language by their kinds. */
export interface Phrases<Kind extends string> {
  readonly kinds: ReadonlyMap<string, Kind>;
  /** Words in the longest phrase that begins with a word. */
  readonly longest: ReadonlyMap<string, number>;
}

/** @param phrases Separated by `|`. A phrase of several kinds is of the first. */
export function readPhrases<Kind extends string>(phrases: Readonly<Record<Kind, string>>): Phrases<Kind> {
  const kinds = new Map<string, Kind>();
  const longest = new Map<string, number>();
  for (const kind of Object.keys(phrases) as Kind[]) {
    for (const phrase of phrases[kind].normalize('NFKC').split('|')) {
      if (kinds.has(phrase)) continue;
      kinds.set(phrase, kind);
      const words = phrase.split(' ');
      longest.set(words[0]!, Math.max(longest.get(words[0]!) ?? 0, words.length));
    }
  }
  return { kinds, longest };
}

/** The words of a message, in lower case, without punctuation. */
export function wordsOfMessage(text: string): string[] {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ');
  return plain.trim().split(' ');
}

/** The phrases that a message consists of, the longest first, with their kinds; undefined if there is anything else. */
export function phrasesIn<Kind extends string>(
  words: readonly string[],
  { kinds, longest }: Phrases<Kind>,
): { phrase: string; kind: Kind }[] | undefined {
  const found: { phrase: string; kind: Kind }[] = [];
  let at = 0;
  while (at < words.length) {
    let end = Math.min(words.length, at + (longest.get(words[at]!) ?? 0));
    while (end > at && !kinds.has(words.slice(at, end).join(' '))) end--;
    if (end === at) return undefined;
    const phrase = words.slice(at, end).join(' ');
    found.push({ phrase, kind: kinds.get(phrase)! });
    at = end;
  }
  return found;
}
