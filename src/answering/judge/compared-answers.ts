import { comparedSides } from '../../question/compared-sides.ts';
import { type ParsedQuestion, parseQuestion } from '../../question/parsed-question.ts';
import type { ReadPassage } from '../choose/passage-analysis.ts';
import { type QuestionWordsOptions, questionWords } from '../choose/question-words.ts';
import {
  type CandidateSentence,
  createSentenceReader,
  type SentenceReader,
  sentenceOf,
} from '../choose/sentence-reader.ts';
import { coverage } from '../choose/word-match.ts';
import { answerProbability, DEFAULT_SCORE_THRESHOLD } from './gate.ts';

/** What answers a part of a question. */
export interface PartAnswer {
  readonly best: CandidateSentence;
  readonly probability: number;
  /** Whether the question surely asks for it: a conjunction alone may be part of one thing (`day and night`). */
  readonly isAsked: boolean;
}

/**
 * The best sentence for each of the two things that a question asks about (`comparedSides`), where the gate would let it
 * answer the question about this thing alone.
 *
 * @param best The best sentence for the whole question: if it is about both things, nothing is to be added to it.
 * @param read.agreement As `Finding.agreement`.
 * @returns At most two; none for a question about one thing.
 */
export function comparedAnswers(
  question: ParsedQuestion,
  best: CandidateSentence | undefined,
  read: { passages: readonly ReadPassage[]; agreement: number; options: QuestionWordsOptions },
): PartAnswer[] {
  const { passages, agreement, options } = read;
  if (!best) return [];
  const asked = comparedSides(question.asked, options.language).map(({ question: text, ...side }) => {
    const { asked, type } = parseQuestion(text, question.languages);
    return { ...side, ...createSentenceReader(questionWords({ ...question, asked, type }, options)) };
  });
  if (asked.every((side) => tellsOf(side, passages, best, { withHeadings: false }))) return [];
  const answered = asked.find((side) => tellsOf(side, passages, best, { withHeadings: true }));
  const model = kindsOf(passages, best, answered?.terms ?? new Set());
  return asked.flatMap((side) => {
    const likeness = (candidate: CandidateSentence) =>
      side === answered ? 0 : share(model, kindsOf(passages, candidate, side.terms));
    const [own] = side
      .rank(passages)
      .filter((candidate) => tellsOf(side, passages, candidate, { withHeadings: true }))
      .map((found) => ({ found, score: found.score + LIKENESS_WEIGHT * likeness(found) }))
      .sort((one, other) => other.score - one.score);
    if (!own) return [];
    const probability = answerProbability(side, { ...sentenceOf(passages, own.found), agreement });
    return probability < DEFAULT_SCORE_THRESHOLD
      ? []
      : [{ best: own.found, probability, isAsked: side.isCompared }];
  });
}

/** What is said of one thing should be said of the other: worth 3 in a sentence's score. */
const LIKENESS_WEIGHT = 3;

/** The content words of a sentence but `own`, those of the thing that it is about; all numbers are alike. */
function kindsOf(
  passages: readonly ReadPassage[],
  candidate: CandidateSentence,
  own: ReadonlySet<string>,
): Set<string> {
  const { analysis, sentence } = sentenceOf(passages, candidate);
  const terms = analysis.terms.slice(sentence.firstToken, sentence.endToken);
  const said = terms.filter((term) => !term.startsWith('.') && !own.has(term));
  return new Set(said.map((term) => (/^\p{Nd}/u.test(term) ? NUMBER : term)));
}

const NUMBER = '#';

function share(model: ReadonlySet<string>, said: ReadonlySet<string>): number {
  return [...model].filter((term) => said.has(term)).length / Math.max(1, model.size);
}

/** Whether a sentence has a word that only this thing has. */
function tellsOf(
  { words: { words }, match, terms }: SentenceReader & { readonly terms: ReadonlySet<string> },
  passages: readonly ReadPassage[],
  candidate: CandidateSentence,
  { withHeadings }: { withHeadings: boolean },
): boolean {
  const { analysis, sentence } = sentenceOf(passages, candidate);
  const { introducedFrom, firstToken, endToken } = sentence;
  const said = [
    ...analysis.terms.slice(withHeadings ? introducedFrom : firstToken, endToken),
    ...(withHeadings ? analysis.heading : []),
  ];
  const shares = coverage(words, said, match);
  return words.some(({ term }, i) => terms.has(term) && shares[i]! > 0);
}
