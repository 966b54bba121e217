import { LANGUAGES } from '../languages/languages.ts';
import { plainMessage } from '../languages/phrases.ts';
import { stopWordsOf } from '../text/stop-words.ts';
import { questionType } from './question-type.ts';

/** Whether a message only asks for more of the answer before, or for its reason: “tell me more”, “why?”. */
export function asksForMore(text: string): boolean {
  if (text.length > REQUEST_MAX) return false;
  const words = plainMessage(text).split(' ');
  const isReason = questionType(text) === 'reason';
  return LISTS.some(
    ({ more, fillers, stopWords }) =>
      (isReason || words.some((word) => more.has(word))) &&
      words.every((word) => more.has(word) || fillers.has(word) || stopWords.has(word)),
  );
}

const LISTS = LANGUAGES.flatMap(({ code, elaborations, fillers = '' }) => {
  const [more, others] = [elaborations, fillers].map((words) => new Set(words?.normalize('NFKC').split(' ')));
  return elaborations ? { more: more!, fillers: others!, stopWords: stopWordsOf(code) } : [];
});

/** In UTF-16 units: no longer text is a bare request. */
const REQUEST_MAX = 60;
