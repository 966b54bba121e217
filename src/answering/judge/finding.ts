import type { ParsedQuestion } from '../../question/parsed-question.ts';
import { inOneLine, plainQuotation } from '../../text/quotation.ts';
import type { Question } from '../answer.ts';
import { sum } from '../choose/coverage.ts';
import { type ReadPassage, readForAnswer } from '../choose/passage-analysis.ts';
import { type CorpusWords, type QuestionWordsOptions, questionWords } from '../choose/question-words.ts';
import { FEATURE } from '../choose/sentence-features.ts';
import {
  type CandidateSentence,
  createSentenceReader,
  type SentenceReader,
  sentenceOf,
} from '../choose/sentence-reader.ts';
import { coverage, SPELLING_FACTOR, type WordMatcher } from '../choose/word-match.ts';
import type { FoundPassages } from '../find/find-passages.ts';
import { keepsSubject } from './carried-subject.ts';
import { comparedAnswers, type PartAnswer } from './compared-answers.ts';
import { answerProbability, DEFAULT_SCORE_THRESHOLD } from './gate.ts';

/** Once a passage was shown, those that remain answer less often. */
const UNSAID_FACTOR = 0.6;

/** Passages whose mean coverage is looked at: more of them must not make the answer less probable. */
export const AGREEING = 5;

/** The passages that may answer a question, and the probability that the first one does. */
export interface Finding {
  readonly reader: SentenceReader;
  /** Best first. */
  readonly passages: readonly ReadPassage[];
  /** All sentences that may answer, the best first. */
  readonly ranked: readonly CandidateSentence[];
  /**
   * The best sentence of the best passage that has a word of the question; two sentences where a question asks about two
   * things. Empty when no passage has a sentence that may answer.
   */
  readonly best: readonly CandidateSentence[];
  /** Mean share of the question that a passage covers, 0–1. */
  readonly agreement: number;
  /** Probability that the best passage answers, 0–1. */
  readonly probability: number;
}

/**
 * Looks for the sentences that answer a question: choose → judge. A follow-up is read with and without the words of
 * earlier turns; if it keeps to the subject, the reading with the higher probability is taken, else the one by its own
 * words.
 */
export function findAnswer(
  { question, passages, reader: alone, language }: FoundPassages,
  { corpus, namesDocuments = false }: { corpus: CorpusWords; namesDocuments?: boolean },
): Finding {
  const read = passages.map(readForAnswer);
  const findBy = (reader: SentenceReader, isAlone: boolean): Finding => {
    const ranked = unsaid(reader.rank(read), { said: question.said, read });
    const agreement = agreementOf(ranked, Math.min(passages.length, AGREEING));
    // Words of earlier turns may have put passages of another subject first.
    const candidates = question.carried.length > 0 ? ranked.slice(0, 1) : bestOfEach(ranked);
    const probabilityOf = (candidate: CandidateSentence) =>
      answerProbability(reader, { ...sentenceOf(read, candidate), agreement });
    // A passage may come first by its meaning or its headings alone.
    let [best] = candidates;
    let whole = 0;
    for (const candidate of candidates) {
      whole = probabilityOf(candidate);
      if (whole === 0) continue;
      best = candidate;
      break;
    }
    const options = { language, corpus, namesDocuments, isAlone };
    const parts = answersOfParts(question, ranked[0], { read, agreement, options, match: reader.match });
    const answers = parts.length > 1 ? parts.map((part) => part.best) : best ? [best] : [];
    // What answers one part of a question need not have the words of the other.
    const areParts = parts.length > 1 && parts.every(({ isAsked }) => isAsked);
    const sure = areParts ? Math.max(whole, Math.min(...parts.map(({ probability }) => probability))) : whole;
    const probability = question.said === undefined ? sure : UNSAID_FACTOR * sure;
    return { reader, passages: read, ranked, best: answers, agreement, probability };
  };

  if (question.carried.length === 0) return findBy(alone, false);
  const joined = findBy(
    createSentenceReader(questionWords(question, { language, corpus, namesDocuments })),
    false,
  );
  const { words } = joined.reader.words;
  if (words.every(({ isCarried }) => isCarried === words[0]!.isCarried)) return joined;
  const ofItsOwn = findBy(alone, true);
  return continues(joined) && joined.probability > ofItsOwn.probability ? joined : ofItsOwn;
}

/** The best sentence of each passage that has one, the best passage first: it is ranked better, by all that it says. */
function bestOfEach(ranked: readonly CandidateSentence[]): CandidateSentence[] {
  const best = new Map<number, CandidateSentence>();
  for (const candidate of ranked) if (!best.has(candidate.passage)) best.set(candidate.passage, candidate);
  return [...best.values()].sort((a, b) => a.passage - b.passage);
}

/** The best sentences for the two parts of a question, where each of them probably answers its part. */
function answersOfParts(
  question: ParsedQuestion,
  best: CandidateSentence | undefined,
  of: { read: readonly ReadPassage[]; agreement: number; options: QuestionWordsOptions; match: WordMatcher },
): PartAnswer[] {
  const { read, agreement, options, match } = of;
  const { clauses } = question;
  if (clauses.length === 0) return comparedAnswers(question, best, { passages: read, agreement, options });
  return clauses.flatMap((clause) => {
    const reader = createSentenceReader(questionWords(question, { ...options, clause }), match);
    const [own] = reader.rank(read);
    if (!own) return [];
    const probability = answerProbability(reader, { ...sentenceOf(read, own), agreement });
    return probability < DEFAULT_SCORE_THRESHOLD ? [] : [{ best: own, probability, isAsked: true }];
  });
}

/** The sentences that were not shown before. */
function unsaid(
  ranked: CandidateSentence[],
  { said, read }: { said: string | undefined; read: readonly ReadPassage[] },
): CandidateSentence[] {
  if (said === undefined) return ranked;
  const before = inOneLine(said);
  return ranked.filter((candidate) => {
    const { passage, sentence } = sentenceOf(read, candidate);
    return !before.includes(plainQuotation(passage.text.slice(sentence.start, sentence.end)));
  });
}

/** The mean coverage of the question over the first `passages`, as noted in their sentences' features. */
function agreementOf(ranked: readonly CandidateSentence[], passages: number): number {
  const isCounted = new Uint8Array(passages);
  let [sum, count] = [0, 0];
  for (const { passage, features } of ranked) {
    if (passage >= passages || isCounted[passage] === 1) continue;
    isCounted[passage] = 1;
    sum += features[FEATURE.pcov]!;
    count++;
  }
  return sum / Math.max(1, count);
}

function continues({ reader, passages, best: [best] }: Finding): boolean {
  if (!best) return false;
  const { words, match } = reader;
  const { terms } = passages[best.passage]!.analysis;
  return keepsSubject(words, coverage(words.words, terms, match));
}

/**
 * Whether a language model is asked to judge the passages: unless the request's own threshold forbids it, where any of
 * them has a content word of the question or of a model's wordings, or was compared by meaning. The words of a question
 * in another language find nothing themselves.
 */
export function isForModel(
  { passages, probability }: Finding,
  { question, query }: { question: Pick<Question, 'given' | 'scoreThreshold'>; query: ParsedQuestion },
): boolean {
  if (question.given?.scoreThreshold && probability < question.scoreThreshold) return false;
  const terms = new Set(query.wordings?.map(({ term }) => term));
  const isFound = ({ passage, analysis }: ReadPassage) =>
    passage.dense > 0 || analysis.terms.some((term) => terms.has(term));
  return probability > 0 || passages.some(isFound);
}

/**
 * Below an answer, passages may still help: where the probability and the cosine of one of the first add up to this, or
 * from a probability alone where nothing was compared by meaning. Among few passages one is seldom near by chance.
 */
const MAY_HELP = { sum: 0.5, ofFew: 0.35, few: 20, probability: 0.15, passages: 3 } as const;

/** Whether passages have to do with a question that they do not surely answer. */
export function mayHelp({ probability, passages, reader }: Finding): boolean {
  const cosines = passages.slice(0, MAY_HELP.passages).map(({ passage }) => passage.dense);
  if (cosines.every((cosine) => cosine === 0)) return probability >= MAY_HELP.probability;
  const isOfFew = reader.words.chunks < MAY_HELP.few;
  return probability + Math.max(...cosines) >= (isOfFew ? MAY_HELP.ofFew : MAY_HELP.sum);
}

/** From this probability on, the answer is probably among the passages. */
const FOUND_PROBABILITY = 0.6;

/** Whether the passages probably hold the answer: other wordings would find no better ones. */
export function isFound({ probability }: Finding): boolean {
  return probability >= FOUND_PROBABILITY;
}

/**
 * Minimums of an answer that is sure: probability, share of the question's words in the passage, number of them in the
 * marked sentence and its headings (all of a shorter question), lead over the next passage.
 */
const SURE_MIN = { probability: 0.65, share: 0.7, words: 3, lead: 0.35 };

/**
 * Whether the first passage answers: one that is probable, has most of the question's words, many of them in the marked
 * sentence, and is clearly ahead. Other words for the same do not count: they often are what makes a passage about
 * something else look like an answer. The first passage of a follow-up is only compared by its score, and need not have
 * the words of earlier turns. One without another, or that a rerank model put first, is ahead. A sentence without the
 * number or time asked for is never sure.
 */
export function isSure({ reader, best: [best], passages, probability }: Finding): boolean {
  if (best?.passage !== 0) return false;
  const { words } = reader.words;
  const { passage, analysis } = passages[0]!;
  const { lead = SURE_MIN.lead, ahead = lead } = passage;
  const { introducedFrom, endToken } = analysis.sentences[best.sentence]!;
  const marked = [...analysis.terms.slice(introducedFrom, endToken), ...analysis.heading];
  const weightsIn = (terms: readonly string[]) => {
    const covered = coverage(words, terms, reader.match);
    return words.flatMap(({ weight, isCarried }, i) =>
      isCarried || covered[i]! < SPELLING_FACTOR ? [] : [weight],
    );
  };
  const asked = words.flatMap(({ weight, isCarried }) => (isCarried ? [] : [weight]));
  const isOfKind = reader.words.type === 'number' || reader.words.type === 'time';
  return (
    probability >= SURE_MIN.probability &&
    sum(weightsIn(analysis.terms)) >= SURE_MIN.share * sum(asked) &&
    weightsIn(marked).length >= Math.min(asked.length, SURE_MIN.words) &&
    ahead >= SURE_MIN.lead &&
    !(isOfKind && best.features[FEATURE.notype] === 1)
  );
}

/** Whether passages are good enough to quote. */
export function isAnswerable({ probability }: Finding, scoreThreshold: number): boolean {
  return probability > 0 && probability >= scoreThreshold;
}
