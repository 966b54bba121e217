import { packOf } from '../../languages/languages.ts';
import type { AnalysedPassage, AnalysedSentence } from './passage-analysis.ts';
import type { QuestionWords } from './question-words.ts';
import { TOKEN_KIND } from './token-kinds.ts';
import { matchesAt, type WordMatcher } from './word-match.ts';

/** Whether a sentence has tokens of the kind that a question asks for. */
export interface ExpectedTokens {
  /**
   * Whether some are surely of the kind: no number that may be a year or not a number, no place name that may be a
   * person's, and for a person a name of two words.
   */
  readonly isSure: boolean;
  /**
   * The question expects such a token, and the sentence has none; for names only in a language whose capitals mark them.
   */
  readonly isMissing: boolean;
}

/**
 * Whether tokens of a sentence can be the answer by their kind: years and months for a question about time, numbers,
 * names. Words of the question itself are no answer.
 */
export function expectedTokens(
  question: QuestionWords,
  analysis: AnalysedPassage,
  sentence: AnalysedSentence,
  match: WordMatcher,
): ExpectedTokens {
  const { type } = question;
  if (type === 'reason' || type === 'other') return { isSure: false, isMissing: false };
  const { sure, like } = KINDS[type];
  let isSure = false;
  let last: number | undefined;
  for (let token = sentence.firstToken; token < sentence.endToken; token++) {
    const kind = analysis.kinds[token]!;
    if ((kind & like) === 0 || isAsked(analysis, token, match)) continue;
    isSure ||= type === 'person' ? last === token - 1 : (kind & sure) !== 0;
    last = token;
  }
  const isExpected = type === 'time' || type === 'number' || packOf(question.language)?.capitals === 'names';
  return { isSure, isMissing: isExpected && last === undefined };
}

/** Whether a token is a word of the question. A number that stands for one of them (`30 days`) may be the answer. */
function isAsked({ terms, kinds }: AnalysedPassage, token: number, match: WordMatcher): boolean {
  const isNumber = (kinds[token]! & TOKEN_KIND.number) !== 0;
  return matchesAt(match, terms, token).some(({ isVariant }) => !(isVariant && isNumber));
}

/** For each type, the kinds that surely are an answer and those that may be: bits of `TOKEN_KIND`. */
const KINDS = {
  time: { sure: TOKEN_KIND.year | TOKEN_KIND.timeWord, like: TOKEN_KIND.number | TOKEN_KIND.timeWord },
  number: { sure: TOKEN_KIND.count, like: TOKEN_KIND.number },
  person: { sure: TOKEN_KIND.name, like: TOKEN_KIND.name },
  place: { sure: TOKEN_KIND.afterPlaceWord, like: TOKEN_KIND.name },
} as const;
