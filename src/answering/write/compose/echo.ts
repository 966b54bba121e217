/** Minimum words of the instructions that make a sentence an echo of them: fewer may be anybody's. */
const INSTRUCTION_WORDS_MIN = 4;

/**
 * Tells which sentences repeat what a weak model was given instead of answering. Case, punctuation, markup and the ends
 * of words make no difference.
 */
export interface Echoes {
  /** Whether a sentence is the question as it was asked. */
  isQuestion(sentence: string): boolean;
  /** Whether it is a part of the instructions. */
  isInstruction(sentence: string): boolean;
}

export function createEchoes(given: { question: string; instructions: string }): Echoes {
  const question = wordsIn(given.question).join(' ');
  /** Read on first use: most answers repeat none, and have no sentence that may. */
  let instructions: string | undefined;
  return {
    isQuestion: (sentence) => question !== '' && wordsIn(sentence).join(' ') === question,
    isInstruction(sentence) {
      const words = wordsIn(sentence);
      if (words.length < INSTRUCTION_WORDS_MIN) return false;
      instructions ??= ` ${wordsIn(given.instructions).join(' ')} `;
      return instructions.includes(` ${words.join(' ')} `);
    },
  };
}

/** In lower case and in the singular, as far as an `s` makes the plural. */
function wordsIn(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []).map((word) =>
    word.replace(/(?<=..)s$/u, ''),
  );
}
