import { detectLanguage } from '../../retrieval/analysis/language.ts';

/** The language of shorter questions is too uncertain to reply in another one than the corpus's. */
const DETECTABLE_WORDS_MIN = 5;

/** The ISO 639 part of a BCP 47 tag: `pt` of `pt-BR`. */
export function primaryLanguage(tag: string): string {
  return tag.split('-', 1)[0]!.toLowerCase();
}

/**
 * The language of a reply that is not a quotation: the question's own, whatever the corpus's.
 *
 * @param analysed The corpus language that the question was analysed in; null when unknown.
 */
export function languageOfReply(question: string, analysed: string | null): string | null {
  const isTelling =
    question.trim().split(/\s+/u).length >= DETECTABLE_WORDS_MIN || /[^\p{sc=Latn}\P{L}]/u.test(question);
  return (isTelling ? detectLanguage(question) : null) ?? analysed;
}
