import { detectLanguage } from '../../retrieval/analysis/language.ts';

/** Shorter questions are told apart too badly to answer them in another language than the corpus's. */
const DETECTABLE_WORDS_MIN = 5;

/** The ISO 639 part of a BCP 47 tag: `pt` of `pt-BR`. */
export function primaryLanguage(tag: string): string {
  return tag.split('-', 1)[0]!.toLowerCase();
}

/**
 * The language to reply in, where the reply is no quotation: the question's own, whatever language the corpus is in.
 *
 * @param analysed The corpus language that the question was analysed in; null when unknown.
 */
export function languageOfReply(question: string, analysed: string | null): string | null {
  const isTelling =
    question.trim().split(/\s+/u).length >= DETECTABLE_WORDS_MIN || /[^\p{sc=Latn}\P{L}]/u.test(question);
  return (isTelling ? detectLanguage(question) : null) ?? analysed;
}
