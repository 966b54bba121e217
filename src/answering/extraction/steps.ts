import type { QuestionWords } from '../question/question-words.ts';
import { coverage, type WordMatcher } from '../question/word-match.ts';
import type { AnalysedPassage, AnalysedSentence, ReadPassage } from './passage-analysis.ts';
import type { CandidateSentence } from './sentence-scores.ts';

/** The first of a longer list; what answers best further on is quoted by itself. */
const STEPS_MAX = 10;

/**
 * The items of the list around the sentence that answers best, each as one sentence. The list has to be headed by words
 * of the question, unless it is numbered and either the question asks for steps or the first one answers best.
 *
 * @param best Index of that sentence.
 * @returns Empty when the question asks for no steps, or the sentence is in no such list of two items or more.
 */
export function stepsAround(
  question: QuestionWords,
  { passage, analysis }: ReadPassage,
  best: number,
  match: WordMatcher,
): AnalysedSentence[] {
  const { sentences } = analysis;
  const { item } = sentences[best]!;
  if (question.steps === null || item === null) return [];
  let first = best;
  while (first > 0 && follows(sentences[first]!, sentences[first - 1]!)) first--;
  if (item - sentences[first]!.item! >= STEPS_MAX) return [];
  const isNumbered = /^1[.)]\s/.test(passage.text.slice(sentences[first]!.start));
  const isAsked = isNumbered && (question.steps === 'steps' || item === 1);
  if (!isAsked && !isHeadedByQuestion(question, analysis, { first, best }, match)) return [];
  let end = best + 1;
  while (end < sentences.length && follows(sentences[end]!, sentences[end - 1]!)) end++;
  const steps = new Map<number | null, AnalysedSentence>();
  for (const sentence of sentences.slice(first, end)) {
    const { end, endToken } = sentence;
    steps.set(sentence.item, { ...(steps.get(sentence.item) ?? sentence), end, endToken });
  }
  return steps.size > 1 ? [...steps.values()].slice(0, STEPS_MAX) : [];
}

/**
 * The best sentence that is in a list headed by all words of the question, if the question asks for one; else the best
 * of all.
 */
export function listAsked(
  question: QuestionWords,
  passages: readonly ReadPassage[],
  ranked: readonly CandidateSentence[],
  match: WordMatcher,
): CandidateSentence | undefined {
  const { words, steps } = question;
  const best = ranked[0];
  if (!best || steps === null || words.length < (steps === 'list' ? 1 : 2)) return best;
  const inList = ranked.slice(0, RANKS_MAX).find(({ passage, sentence }) => {
    const { sentences, terms } = passages[passage]!.analysis;
    const { item } = sentences[sentence]!;
    if (item === null) return false;
    let first = sentence;
    while (first > 0 && follows(sentences[first]!, sentences[first - 1]!)) first--;
    const lead = sentences[sentences[first]!.head ?? -1];
    return (
      lead !== undefined &&
      coverage(words, terms.slice(lead.firstToken, lead.endToken), match).every((share) => share > 0)
    );
  });
  return inList ?? best;
}

/** A list asked for has an item among the best sentences. */
const RANKS_MAX = 12;

/** Whether a sentence belongs to the same item as the one before, or to the next of that list. */
function follows({ item }: AnalysedSentence, { item: before }: AnalysedSentence): boolean {
  return item !== null && before !== null && (item === before || item === before + 1);
}

/** Whether the introduction to the list has a word of the question that the step lacks. */
function isHeadedByQuestion(
  { words }: QuestionWords,
  { sentences, terms }: AnalysedPassage,
  { first, best }: { first: number; best: number },
  match: WordMatcher,
): boolean {
  const step = sentences[best]!;
  const { head } = sentences[first]!;
  if (head === null) return false;
  const lead = sentences[head]!;
  const inStep = coverage(words, terms.slice(step.firstToken, step.endToken), match);
  return coverage(words, terms.slice(lead.firstToken, lead.endToken), match).some(
    (share, word) => share > inStep[word]!,
  );
}
