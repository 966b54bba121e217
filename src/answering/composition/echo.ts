/** Fewest words of the instructions that make a sentence an echo of them: fewer may be anybody's. */
const INSTRUCTION_WORDS_MIN = 4;

/** What a weak model repeats instead of answering. */
export type Echo = 'question' | 'instructions';

/**
 * Tells which sentences of a model repeat what it was given: the question as it was asked, or a part of the instructions.
 * Case, punctuation, markup and the ends of words make no difference.
 */
export function createEchoes(given: {
  question: string;
  instructions: string;
}): (sentence: string) => Echo | undefined {
  const question = wordsIn(given.question).join(' ');
  const instructions = ` ${wordsIn(given.instructions).join(' ')} `;
  return (sentence) => {
    const words = wordsIn(sentence);
    const text = words.join(' ');
    if (text !== '' && text === question) return 'question';
    return words.length >= INSTRUCTION_WORDS_MIN && instructions.includes(` ${text} `)
      ? 'instructions'
      : undefined;
  };
}

/** In lower case and in the singular, as far as an `s` makes the plural. */
function wordsIn(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []).map((word) =>
    word.replace(/(?<=..)s$/u, ''),
  );
}
