import { splitSentences } from '../analysis/sentences.ts';

/**
 * Where the aside of a question of several sentences begins: behind the one sentence that ends in a question mark stands how
 * to answer, what is given, why it is asked. What stands before it tells what the question is about.
 *
 * @returns Offset in UTF-16 units; undefined when there is no aside: nothing behind it, or several sentences ask.
 */
export function asideStart(question: string): number | undefined {
  if (!QUESTION_MARK.test(question)) return undefined;
  const sentences = splitSentences(question);
  const asking = sentences.filter(({ start, end }) => QUESTION_END.test(question.slice(start, end)));
  return asking.length === 1 && asking[0] !== sentences.at(-1) ? asking[0]!.end : undefined;
}

const QUESTION_MARK = /[?？؟;\u037e]/u;
/** How a sentence ends that asks. Greek asks with what looks like a semicolon. */
export const QUESTION_END = /(?:[?？؟]|\p{sc=Greek}["'”’»)]*[;\u037e])["'”’»)\]]*$/u;
