import { commonWordCounts } from './common-words.ts';

/**
 * Looks over a guess that letters alone gave for a text in Latin script. English titles and claims are full of foreign
 * roots and names and are taken for French, Spanish or Finnish one time in four; their `of`, `the` and `by` tell.
 * Measured on titles, claims, paragraphs and questions: English found right 0.74 → 0.99 at worst, six other languages
 * lose 0.003 of their questions.
 *
 * @param guess ISO 639-1 of a language in Latin script.
 * @param possible The languages that may be meant.
 * @returns English when it has as many words in the text as the guess has; null when the guess has too few of its own
 *   and no letter is foreign to English (tables of names, codes); otherwise the guess.
 */
export function withEvidence(sample: string, guess: string, possible: readonly string[]): string | null {
  if (guess === 'en' || !possible.includes('en')) return guess;
  const words = wordsOf(sample);
  const [ofEnglish, ofGuess] = commonWordCounts(words, ['en', guess]) as [number, number];
  if (ofEnglish > 0 && ofEnglish >= ofGuess) return 'en';
  const hasOwnLetters = /[^\P{L}A-Za-z]/u.test(sample);
  return hasOwnLetters || ofGuess >= Math.max(1, words.length * SHARE_MIN) ? guess : null;
}

/** Whether the evidence is for English whatever the guess, so that none need be made: letters cost the most by far. */
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

/** Of the words of a text without a letter that is foreign to English: prose has three times as many stop words. */
const SHARE_MIN = 0.1;
