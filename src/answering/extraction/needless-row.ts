import { isNameAndValue } from '../../retrieval/analysis/name-and-value.ts';
import type { QuestionWords } from '../question/question-words.ts';
import { coverage, type WordMatcher } from '../question/word-match.ts';
import type { ReadPassage } from './passage-analysis.ts';
import type { CandidateSentence } from './sentence-scores.ts';

/**
 * Whether a row of a table says less of what is asked than the rows of the same passage that are quoted already: it has
 * fewer words of the question than the best one, and none that they lack. Lines of a name and its value are rows, too.
 */
export function isNeedlessRow(
  { words }: QuestionWords,
  passages: readonly ReadPassage[],
  quoted: {
    candidate: CandidateSentence;
    /** The best first. */
    chosen: readonly CandidateSentence[];
    match: WordMatcher;
  },
): boolean {
  const { candidate, chosen, match } = quoted;
  const read = passages[candidate.passage]!;
  const isLike = (other: CandidateSentence) => other.passage === candidate.passage && isRow(read, other);
  if (!isRow(read, candidate) || !chosen.some(isLike)) return false;
  const wordsOf = ({ passage, sentence }: CandidateSentence) => {
    const { sentences, terms } = passages[passage]!.analysis;
    const { firstToken, endToken } = sentences[sentence]!;
    return coverage(words, terms.slice(firstToken, endToken), match);
  };
  const own = wordsOf(candidate);
  const before = chosen.map(wordsOf);
  const lacksOne = own.some((share, word) => share < before[0]![word]!);
  return lacksOne && own.every((share, word) => before.some((other) => other[word]! >= share));
}

function isRow({ passage, analysis }: ReadPassage, { sentence }: CandidateSentence): boolean {
  const { start, end } = analysis.sentences[sentence]!;
  const text = passage.text.slice(start, end);
  return text.includes(' | ') || text.startsWith('{"') || isNameAndValue(text);
}
