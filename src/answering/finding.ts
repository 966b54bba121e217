import type { Passage } from '../retrieval/passage.ts';
import { longTerms } from '../retrieval/question/short-forms.ts';
import type { Retrieval } from '../retrieval/retriever.ts';
import type { Question } from './answer.ts';
import { comparedAnswers, type PartAnswer } from './compared-answers.ts';
import { keepsSubject } from './conversation/carried-subject.ts';
import type { StandaloneQuery } from './conversation/follow-up.ts';
import { type ExtractedSentence, extractSentences, rankSentences } from './extraction/extract.ts';
import { type AnalysedPassage, type ReadPassage, withShortForms } from './extraction/passage-analysis.ts';
import { FEATURE } from './extraction/sentence-features.ts';
import type { CandidateSentence } from './extraction/sentence-scores.ts';
import { answerProbability, DEFAULT_SCORE_THRESHOLD } from './gate.ts';
import { askQuestion } from './question/asked-question.ts';
import { askingClauses } from './question/asking-clauses.ts';
import {
  type CorpusWords,
  type QuestionWords,
  type QuestionWordsOptions,
  questionWords,
} from './question/question-words.ts';
import { coverage, type WordMatcher } from './question/word-match.ts';
import { inOneLine, plainQuotation } from './quotation.ts';

/** Once the best sentences were quoted, those that remain answer less often. */
const UNSAID_FACTOR = 0.6;

/** The best sentences of the passages for a question, and the probability that they answer it. */
export interface Finding {
  readonly words: QuestionWords;
  readonly match: WordMatcher;
  /** Best first, then the neighbours of one of them. */
  readonly passages: readonly ReadPassage[];
  /** All sentences that may be quoted, the best first. */
  readonly ranked: readonly CandidateSentence[];
  /** The sentences that answer best; empty when there is nothing to quote. */
  readonly extracted: readonly ExtractedSentence[];
  /** Mean share of the question that a passage covers, 0–1. */
  readonly agreement: number;
  /** Probability that the best of them answers, 0–1. */
  readonly probability: number;
}

export interface FindingContext {
  readonly query: StandaloneQuery;
  /** ISO 639-1 code of the question's terms; null when unknown. */
  readonly language: string | null;
  readonly corpus: CorpusWords;
  readonly analyse: (passage: Passage) => AnalysedPassage;
  /** Neighbours of one of the passages: read after them, and not counted in the agreement. */
  readonly neighbours?: readonly Passage[];
}

/** Passages best first, with the corrections and expansions used to find them. */
export type FoundPassages = Pick<Retrieval, 'passages' | 'spellings' | 'shortForms'>;

/**
 * Looks for the sentences that answer a question: extract → gate. A follow-up is read with and without the words of
 * earlier turns; if it keeps to the subject, the reading with the higher probability is taken, else the one by its own
 * words.
 */
export function findSentences(
  question: Pick<Question, 'mode'> & Partial<Pick<Question, 'filter'>>,
  { passages, spellings, shortForms }: FoundPassages,
  { query, language, corpus, analyse, neighbours = [] }: FindingContext,
): Finding {
  const namesDocuments = question.filter?.docIds !== undefined;
  const analyseAll = withShortForms(analyse, shortForms);
  const searchedBeside = longTerms(shortForms ?? [], query.terms);
  const read = [...passages, ...neighbours].map((passage) => ({ passage, analysis: analyseAll(passage) }));
  const clauses = askingClauses(query.question);
  const findWith = (more: Pick<QuestionWordsOptions, 'carried' | 'setAside'>): Finding => {
    const setAside = [...(more.setAside ?? []), ...searchedBeside];
    const about = { ...more, setAside, language, corpus, namesDocuments, spellings };
    const { words, match } = askQuestion(query.question, about);
    const ranked = unsaid(rankSentences(words, read, match), { said: query.said, read });
    const agreement = agreementOf(ranked, passages.length);
    const ofClauses: PartAnswer[] = clauses.flatMap((clause) => {
      const asked = questionWords(query.question, { ...about, clause });
      const [best] = rankSentences(asked, read, match);
      if (!best) return [];
      const { passage, analysis } = read[best.passage]!;
      const sentence = analysis.sentences[best.sentence]!;
      const probability = answerProbability(asked, { passage, analysis, sentence, agreement }, match);
      return probability < DEFAULT_SCORE_THRESHOLD ? [] : [{ best, probability, isAsked: true }];
    });
    const answers =
      clauses.length === 0
        ? comparedAnswers(query.question, ranked[0], { passages: read, agreement, about })
        : ofClauses;
    const wanted = answers.map(({ best }) => best);
    const extracted = extractSentences(words, read, { mode: question.mode, match, ranked, wanted });
    const best = extracted[0];
    const whole = best ? answerProbability(words, { ...best, agreement }, match) : 0;
    // What answers one part of a question need not have the words of the other.
    const areParts = answers.length > 1 && answers.every(({ isAsked }) => isAsked);
    const parts = areParts ? Math.min(...answers.map(({ probability }) => probability)) : 0;
    const sure = Math.max(whole, parts);
    const probability = query.said === undefined ? sure : UNSAID_FACTOR * sure;
    return { words, match, passages: read, ranked, extracted, agreement, probability };
  };

  const joined = findWith({ carried: query.carried });
  if (joined.words.words.every(({ isCarried }) => isCarried === joined.words.words[0]!.isCarried))
    return joined;
  const alone = findWith({ carried: [], setAside: query.carried });
  return goesOn(joined) && joined.probability > alone.probability ? joined : alone;
}

/** The sentences that were not quoted before. */
function unsaid(
  ranked: CandidateSentence[],
  { said, read }: { said: string | undefined; read: readonly ReadPassage[] },
): CandidateSentence[] {
  if (said === undefined) return ranked;
  const before = inOneLine(said);
  return ranked.filter(({ passage, sentence }) => {
    const { passage: of, analysis } = read[passage]!;
    const { start, end } = analysis.sentences[sentence]!;
    return !before.includes(plainQuotation(of.text.slice(start, end)).replace(ITEM_NUMBER, ''));
  });
}

/** Items are quoted without their numbers. */
const ITEM_NUMBER = /^\p{Nd}{1,2}[.)]\s+/u;

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

function goesOn({ words, match, extracted: [best] }: Finding): boolean {
  return best !== undefined && keepsSubject(words, coverage(words.words, best.analysis.terms, match));
}

/** Whether passages are good enough to answer from. */
export function isAnswerable({ probability }: Finding, scoreThreshold: number): boolean {
  return probability > 0 && probability >= scoreThreshold;
}
