import type { Token } from '../../retrieval/analysis/analyzer.ts';

/**
 * The share of each token in a word of the question, 0–1: Hangul and Thai words are followed by their bigrams, which are
 * no words of their own. A Hangul word is read whole if the corpus has it, or none of its bigrams; otherwise by these,
 * as one of its particles may be unknown. A Thai word is read both ways, since its ends are a guess.
 */
export function wordShares(tokens: readonly Token[], isKnown: (term: string) => boolean): number[] {
  const shares = tokens.map(() => 1);
  for (let whole = 0, next: number; whole < tokens.length; whole = next) {
    const word = tokens[whole]!;
    next = whole + 1;
    if (!IN_BIGRAMS.test(word.surface)) continue;
    while (next < tokens.length && tokens[next]!.start < word.end) next++;
    const bigrams = tokens.slice(whole + 1, next);
    if (!isHangul(word)) {
      shares.fill(1 / (1 + bigrams.length), whole, next);
      continue;
    }
    const isInBigrams = !isKnown(word.term) && bigrams.some(({ term }) => isKnown(term));
    shares[whole] = isInBigrams ? 0 : 1;
    shares.fill(isInBigrams ? 1 / bigrams.length : 0, whole + 1, next);
  }
  return shares;
}

export function isHangul({ surface }: Token): boolean {
  return HANGUL.test(surface);
}

const HANGUL = /\p{sc=Hang}/u;
const IN_BIGRAMS = /[\p{sc=Hang}\p{sc=Thai}]/u;
