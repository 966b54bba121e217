import { LANGUAGES } from '../../../languages/languages.ts';
import { languageOfStopWords } from '../../../question/question-language.ts';
import { detectLanguage } from '../../../text/language.ts';

/** The language of shorter questions is too uncertain to reply in another one than the corpus's. */
const DETECTABLE_WORDS_MIN = 5;
/** Unless it has as many stop words of one language. */
const STOP_WORDS_MIN = 2;
const REPLY_LANGUAGES = LANGUAGES.flatMap(({ code, replies }) => (replies ? [code] : []));

/** The ISO 639 part of a BCP 47 tag: `pt` of `pt-BR`. */
export function primaryLanguage(tag: string): string {
  return tag.split('-', 1)[0]!.toLowerCase();
}

/**
 * The language of a reply that is not a quotation: the question's own, whatever the corpus's. A short question is in
 * that of the conversation.
 *
 * @param analysed The corpus language that the question was analysed in; null when unknown.
 * @param earlier Questions of the conversation before this one, oldest first.
 */
export function languageOfReply(
  question: string,
  analysed: string | null,
  earlier: readonly string[] = [],
): string | null {
  if (isTelling(question)) return toldBy(question, detectLanguage(question), analysed);
  const told = languageOfStopWords(question, REPLY_LANGUAGES, STOP_WORDS_MIN);
  if (told !== null) return told;
  const before = earlier.findLast(isTelling);
  return (before === undefined ? null : detectLanguage(before)) ?? analysed;
}

/** The language detected by letters, unless the question has more stop words of the corpus's. */
function toldBy(question: string, detected: string | null, analysed: string | null): string | null {
  if (detected === null || analysed === null) return detected ?? analysed;
  return languageOfStopWords(question, [detected, analysed], 1) ?? detected;
}

function isTelling(question: string): boolean {
  const hasOtherScript = /[^\p{sc=Latn}\P{L}]/u.test(question);
  return hasOtherScript || question.trim().split(/\s+/u).length >= DETECTABLE_WORDS_MIN;
}
