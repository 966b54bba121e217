import { repliesIn } from '../../../languages/languages.ts';
import { analyze } from '../../../text/analyzer.ts';
import { MISSING } from '../../model/instructions.ts';

/** In UTF-16 units. */
const PART_MAX = 200;
/** Minimum share of the part's content words that are the question's. */
const SHARE_MIN = 0.6;

/**
 * Reads the line in which a model says which part of the question it could not answer. No passage supports such a line,
 * so that it may say nothing but what the question says.
 *
 * @returns The note to show; `false` for a line that says more, which is left out; undefined for any other text.
 */
export type MissingPart = (sentence: string) => string | false | undefined;

/** @param language Of question and answer, ISO 639-1; null when unknown. */
export function createMissingPart(question: string, language: string | null): MissingPart {
  return (sentence) => {
    const sign = SIGN.exec(sentence);
    if (!sign) return undefined;
    const part = sentence
      .slice(sign[0].length)
      .replace(/[\s*_]+$/u, '')
      .trim();
    if (part.length > PART_MAX || !isSaidBy(part)) return false;
    return `${repliesIn(language).replies.beyond.missing} ${part}`;
  };

  function isSaidBy(part: string): boolean {
    const asked = new Set(analyze(question, language).map(({ term }) => term));
    const words = analyze(part, language).filter(({ kind }) => kind !== 'stop');
    const said = words.filter(({ term }) => asked.has(term));
    const hasOtherNumber = words.some(({ term, surface }) => /\p{N}/u.test(surface) && !asked.has(term));
    return words.length > 0 && !hasOtherNumber && said.length >= SHARE_MIN * words.length;
  }
}

const SIGN = new RegExp(`^[\\s>*_-]*${MISSING.slice(0, -1)}[*_]*\\s*[:：][\\s*_]*`, 'u');
