import type { Token } from '../../text/analyzer.ts';

/**
 * The share of each token in a word of the question, 0–1: Hangul and Thai words are followed by their bigrams, which are
 * no words of their own. A word is read whole if the corpus has it; bigrams of stop words, and those that reach into the
 * next word, say nothing. Another Hangul word is read by its bigrams if the corpus has one, as one of its particles may
 * be unknown. Another Thai word is read by its rarest bigram if the corpus has all of them: it may be segmented otherwise
 * there, and the others are in most passages.
 *
 * @param idf Inverse document frequency in the corpus.
 */
export function wordShares(
  tokens: readonly Token[],
  { isKnown, idf }: { isKnown: (term: string) => boolean; idf: (term: string) => number },
): number[] {
  const shares = tokens.map(() => 1);
  for (let whole = 0, next: number; whole < tokens.length; whole = next) {
    const word = tokens[whole]!;
    next = whole + 1;
    if (!IN_BIGRAMS.test(word.surface)) continue;
    while (next < tokens.length && tokens[next]!.start < word.end) next++;
    shares.fill(0, whole + 1, next);
    if (word.kind === 'stop' || isKnown(word.term)) continue;
    const inside = tokens.slice(whole + 1, next).filter(({ end }) => end <= word.end);
    const read = isHangul(word)
      ? inside.some(({ term }) => isKnown(term)) && inside
      : inside.every(({ term }) => isKnown(term)) && rarest(inside, idf);
    if (!read || read.length === 0) continue;
    shares[whole] = 0;
    for (const bigram of read) shares[tokens.indexOf(bigram)] = 1 / read.length;
  }
  return shares;
}

function rarest(tokens: readonly Token[], idf: (term: string) => number): readonly Token[] {
  return tokens.toSorted((a, b) => idf(b.term) - idf(a.term)).slice(0, 1);
}

export function isHangul({ surface }: Token): boolean {
  return HANGUL.test(surface);
}

const HANGUL = /\p{sc=Hang}/u;
const IN_BIGRAMS = /[\p{sc=Hang}\p{sc=Thai}]/u;
