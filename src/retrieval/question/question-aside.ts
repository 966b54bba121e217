import { splitSentences } from '../analysis/sentences.ts';

/**
 * Where the aside of a question of several sentences begins: the text after its only sentence with a question mark says
 * how to answer, what is given or why it is asked. Text before that sentence says what the question is about.
 *
 * @returns Offset in UTF-16 units; undefined without an aside: no text follows, or not exactly one sentence asks.
 */
export function asideStart(question: string): number | undefined {
  const mark = question.search(QUESTION_MARK);
  // Of most questions, nothing follows.
  if (mark < 0 || !/[\p{L}\p{N}]/u.test(question.slice(mark))) return undefined;
  const sentences = splitSentences(question);
  const asking = sentences.filter(({ start, end }) => QUESTION_END.test(question.slice(start, end)));
  return asking.length === 1 && asking[0] !== sentences.at(-1) ? asking[0]!.end : undefined;
}

/**
 * The text before the only sentence with a question mark, where it is much longer: pasted, with a question about it.
 * Together its words weigh half as much as those that ask.
 *
 * @returns Where it ends, in UTF-16 units, and the weight of one of its words, 0–1; undefined without such a text.
 */
export function pastedText(question: string): { readonly end: number; readonly weight: number } | undefined {
  if (question.length < PASTED_MIN || !QUESTION_MARK.test(question)) return undefined;
  const asking = splitSentences(question).filter(({ start, end }) =>
    QUESTION_END.test(question.slice(start, end)),
  );
  const [only] = asking;
  if (!only || asking.length > 1 || only.start < PASTED_MIN) return undefined;
  const share = (only.end - only.start) / only.start;
  return share < PASTED_SHARE_MAX ? { end: only.start, weight: share / 2 } : undefined;
}

/** In UTF-16 units: two sentences or more. */
const PASTED_MIN = 160;
/** Greatest length of what asks, as a share of what is before it. */
const PASTED_SHARE_MAX = 0.5;

const QUESTION_MARK = /[?？؟;\u037e]/u;
/** The end of an asking sentence. The Greek question mark looks like a semicolon. */
export const QUESTION_END = /(?:[?？؟]|\p{sc=Greek}["'”’»)]*[;\u037e])["'”’»)\]]*$/u;
