import { createHash } from 'node:crypto';
import { seededRandom } from './seeded-random.ts';

/** Shorter words are seldom mistyped, and seldom a question's subject. */
const LETTERS_MIN = 5;

/**
 * Adds one typing error to one of a text's three longest words: a letter omitted, inserted, replaced or swapped with
 * the one before. The same text and id give the same error; a text without a word of five letters stays unchanged.
 */
export function misspell(text: string, id: string): string {
  const random = seededRandom(createHash('md5').update(id).digest().readUInt32LE(0));
  const below = (bound: number) => Math.floor(random() * bound);
  const words = Array.from(text.matchAll(/\p{L}+/gu), ({ 0: word, index }) => ({ word, index }))
    .filter(({ word }) => [...word].length >= LETTERS_MIN)
    .sort((a, b) => b.word.length - a.word.length)
    .slice(0, 3);
  const chosen = words[below(words.length)];
  if (!chosen) return text;
  const letters = [...chosen.word];
  const at = 1 + below(letters.length - 2);
  const other = letters[below(letters.length)]!;
  const edits = [
    () => letters.splice(at, 1),
    () => letters.splice(at, 0, other),
    () => letters.splice(at, 1, other),
    () => letters.splice(at - 1, 2, letters[at]!, letters[at - 1]!),
  ];
  edits[below(edits.length)]!();
  return text.slice(0, chosen.index) + letters.join('') + text.slice(chosen.index + chosen.word.length);
}
