import { splitSentences } from '../analysis/sentences.ts';

/**
 * Where the aside of a question of several sentences begins: the text after its only sentence with a question mark says
 * how to answer, what is given or why it is asked. Text before that sentence says what the question is about.
 *
 * @returns Offset in UTF-16 units; undefined without an aside: no text follows, or not exactly one sentence asks.
 */
export function asideStart(question: string): number | undefined {
  if (!QUESTION_MARK.test(question)) return undefined;
  const sentences = splitSentences(question);
  const asking = sentences.filter(({ start, end }) => QUESTION_END.test(question.slice(start, end)));
  return asking.length === 1 && asking[0] !== sentences.at(-1) ? asking[0]!.end : undefined;
}

const QUESTION_MARK = /[?？؟;\u037e]/u;
/** The end of an asking sentence. The Greek question mark looks like a semicolon. */
export const QUESTION_END = /(?:[?？؟]|\p{sc=Greek}["'”’»)]*[;\u037e])["'”’»)\]]*$/u;
