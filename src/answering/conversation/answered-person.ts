import { questionType } from '../question/question-type.ts';
import type { Turn } from './memory.ts';

/** The name that answered a question for a person: the “he” of the next one. Undefined for every other turn. */
export function answeredPerson({ question, answer, gist = answer, refused }: Turn): string | undefined {
  if (refused || questionType(question) !== 'person') return undefined;
  return gist.match(NAME)?.find((name) => !name.split(' ').some((word) => question.includes(word)));
}

/** The last two of a row of capitalised words, with what stands between them. */
const NAME =
  /(?<![\p{L}\p{M}])\p{Lu}\p{Ll}+(?: \p{Lu}\.)?(?: (?:von|van|de|der|den|da|di|al))? \p{Lu}\p{Ll}+(?![\p{L}\p{M}]| \p{Lu}\p{Ll})/gu;
