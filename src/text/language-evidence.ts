import { commonWordCounts } from './common-words.ts';

/**
 * Corrects a guess made from letters alone for a text in Latin script. English titles and claims are full of foreign
 * roots and names and are taken for French, Spanish or Finnish one time in four; their `of`, `the` and `by` give them
 * away. Measured on titles, claims, paragraphs and questions: accuracy on English rises from 0.74 to 0.99 at worst, six
 * other languages lose 0.003 of their questions.
 *
 * @param guess ISO 639-1 of a language in Latin script.
 * @param possible The candidate languages.
 * @returns English when at least as many stop words of the text are English as of the guess; null when the guess has
 *   too few and no letter is foreign to English (tables of names, codes); otherwise the guess.
 */
export function withEvidence(sample: string, guess: string, possible: readonly string[]): string | null {
  if (guess === 'en' || !possible.includes('en')) return guess;
  const words = wordsOf(sample);
  const [ofEnglish, ofGuess] = commonWordCounts(words, ['en', guess]) as [number, number];
  if (ofEnglish > 0 && ofEnglish >= ofGuess) return 'en';
  const hasOwnLetters = /[^\P{L}A-Za-z]/u.test(sample);
  return hasOwnLetters || ofGuess >= Math.max(1, words.length * SHARE_MIN) ? guess : null;
}

/** Whether the evidence says English whatever the guess: the guess, by far the costliest step, can then be skipped. */
export function isEnglishByEvidence(sample: string, possible: readonly string[]): boolean {
  if (!possible.includes('en')) return false;
  const [ofEnglish, ...ofOthers] = commonWordCounts(wordsOf(sample), ['en', ...possible]) as [
    number,
    ...number[],
  ];
  return ofEnglish > 0 && ofEnglish >= Math.max(...ofOthers);
}

function wordsOf(sample: string): string[] {
  return (
    sample
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}']{2,}/gu) ?? []
  );
}

/** Minimum share of stop words in a text without letters foreign to English; prose has three times as many. */
const SHARE_MIN = 0.1;
