import type { AnalysedPassage, AnalysedSentence } from './passage-analysis.ts';
import type { QuestionWords } from './question-words.ts';
import { TOKEN_KIND } from './token-kinds.ts';
import type { WordMatcher } from './word-match.ts';

/**
 * The tokens of a sentence that can be the answer by their kind: years and months for a question about time, numbers,
 * names. What the question says itself is not an answer.
 *
 * @returns `isMissing` when the question expects such a token and the sentence has none; names are expected only
 *   where capitals tell them, that is in English.
 */
export function expectedTokens(
  question: QuestionWords,
  analysis: AnalysedPassage,
  sentence: AnalysedSentence,
  match: WordMatcher,
): { tokens: readonly number[]; isMissing: boolean } {
  const { type } = question;
  if (type !== 'time' && type !== 'number' && type !== 'person' && type !== 'place') return NOTHING_EXPECTED;
  const having = (bits: number) => {
    const tokens: number[] = [];
    for (let token = sentence.firstToken; token < sentence.endToken; token++) {
      if ((analysis.kinds[token]! & bits) !== 0 && match(analysis.terms[token]!).length === 0)
        tokens.push(token);
    }
    return tokens;
  };
  const tokens =
    type === 'time'
      ? firstFilled(having(TOKEN_KIND.year | TOKEN_KIND.timeWord), () => having(TOKEN_KIND.number))
      : type === 'number'
        ? having(TOKEN_KIND.number)
        : type === 'person'
          ? having(TOKEN_KIND.name)
          : firstFilled(having(TOKEN_KIND.afterPlaceWord), () => having(TOKEN_KIND.name));
  const isExpected = type === 'time' || type === 'number' || question.language === 'en';
  return { tokens, isMissing: isExpected && tokens.length === 0 };
}

/** Whether a question for a reason or a definition meets a sentence with words that bring one (English). */
export function lexicalCue(
  question: QuestionWords,
  type: 'reason' | 'definition',
  text: string,
  sentence: AnalysedSentence,
): boolean {
  return question.type === type && CUES[type].test(text.slice(sentence.start, sentence.end));
}

const NOTHING_EXPECTED = { tokens: [], isMissing: false };

const CUES = {
  reason:
    /\b(?:because|due to|since|in order to|so that|so as to|as a result|owing to|thanks to|thus|therefore|hence|cause[sd]?|causing|led to|leads to|leading to|reasons?|to (?:avoid|prevent|reduce|protect|ensure|allow|enable|improve|keep)|allow(?:s|ed|ing)?|for this reason)\b/iu,
  definition:
    /\b(?:is|are|was|were|means|mean|refers to|refer to|known as|called|defined as|stands for)\b|[(–—:]/iu,
} as const;

function firstFilled(tokens: number[], otherwise: () => number[]): number[] {
  return tokens.length > 0 ? tokens : otherwise();
}
