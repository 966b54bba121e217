/** Phrases of a language by their kinds. */
export interface Phrases<Kind extends string> {
  readonly kindOf: ReadonlyMap<string, Kind>;
  /** Finds the longest phrase at a place. */
  readonly pattern: RegExp;
}

/** @param phrases Separated by `|`, without punctuation. A phrase of several kinds is of the first. */
export function readPhrases<Kind extends string>(phrases: Readonly<Record<Kind, string>>): Phrases<Kind> {
  const kindOf = new Map<string, Kind>();
  for (const kind of Object.keys(phrases) as Kind[])
    for (const phrase of phrases[kind].normalize('NFKC').split('|'))
      if (!kindOf.has(phrase)) kindOf.set(phrase, kind);
  const longestFirst = [...kindOf.keys()].sort((a, b) => b.length - a.length);
  return { kindOf, pattern: new RegExp(`(?:^| )(${longestFirst.join('|')})(?= |$)`, 'uy') };
}

/** A message in lower case, without punctuation, a space between words. */
export function plainMessage(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/** The kinds of the phrases that a message consists of, the longest first; empty if there is anything else. */
export function kindsOfPhrases<Kind extends string>(
  message: string,
  { kindOf, pattern }: Phrases<Kind>,
): ReadonlySet<Kind> {
  const kinds = new Set<Kind>();
  for (pattern.lastIndex = 0; pattern.lastIndex < message.length; ) {
    const found = pattern.exec(message);
    if (!found) return new Set();
    kinds.add(kindOf.get(found[1]!)!);
  }
  return kinds;
}
