/** How a question can be mistyped, in the middle of a word. */
const SLIPS = {
  exchanged: (word: string, at: number) =>
    `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`,
  missing: (word: string, at: number) => word.slice(0, at) + word.slice(at + 1),
  other: (word: string, at: number) =>
    word.slice(0, at) + (word[at] === 'e' ? 'r' : 'e') + word.slice(at + 1),
} as const;

type Slip = keyof typeof SLIPS;

export function isSlip(name: string | undefined): name is Slip {
  return name !== undefined && Object.hasOwn(SLIPS, name);
}

/**
 * A question with a slip in one of its three longest words, the same one each time.
 *
 * @param index Of the question among others, which decides the word.
 */
export function mistyped(question: string, slip: Slip, index: number): string {
  const words = [...question.matchAll(/[a-z]{5,}/g)];
  const longest = words.sort((a, b) => b[0].length - a[0].length).slice(0, 3);
  if (longest.length === 0) return question;
  const { 0: word, index: start } = longest[index % longest.length]!;
  const wrong = SLIPS[slip](word, Math.floor(word.length / 2));
  return question.slice(0, start) + wrong + question.slice(start + word.length);
}
