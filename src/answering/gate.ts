import type { Passage } from '../retrieval/passage.ts';
import { expectedTokens } from './expected-answer.ts';
import type { AnalysedPassage, AnalysedSentence } from './passage-analysis.ts';
import type { QuestionWords } from './question-words.ts';
import { coverage, type WordMatcher } from './word-match.ts';

/** Below this probability a question is refused: 89–100 % of what a corpus answers passes, 2–13 % of foreign questions. */
export const DEFAULT_SCORE_THRESHOLD = 0.3;

/**
 * Logistic regression over seven corpora, each question as likely answerable as not. AUROC against foreign questions is
 * .957–.9997 on the sets of `quality/baseline.txt`. More features fit the corpora and not the world (`docs/quality.md`).
 */
const COEFFICIENTS = {
  intercept: -5.38,
  bmrel: 3.51,
  capcov: 1.09,
  soft: 1.67,
  qlen: 1.17,
  /** When the sentence has nothing of the kind that is asked for: no number where "how many" is. */
  notype: -0.7,
} as const;

/**
 * The coefficients stem from corpora of about a thousand chunks. In a smaller one a foreign question meets its words by
 * chance less often, so that the same match says more: at 10 chunks 2 % of foreign questions pass, and 5 % more of the
 * others than without this.
 */
const USUAL_CHUNKS = 1_000;
const SMALL_CORPUS_WEIGHT = 0.12;

/**
 * Who names the documents to be asked is twice as likely to ask what they answer. On policyqa, where every question is asked
 * of one policy, the F1 of the answers is .158 with it and .108 without.
 */
const NAMED_DOCUMENT_ODDS = 2;

/** What a BM25 share comes to at most, for a word of idf 1 (k1 + 1). */
const BM25_CEILING = 2.2;

/**
 * The probability that a passage answers a question, 0–1: the same meaning whatever the corpus. 0 where no word of the
 * question is known.
 *
 * @param candidate A passage and its sentence that answers best.
 */
export function answerProbability(
  question: QuestionWords,
  candidate: GateCandidate,
  match: WordMatcher,
): number {
  const { terms } = candidate.analysis;
  const inPassage = coverage(question.words, terms, match);
  const { introducedFrom, endToken } = candidate.sentence;
  const inSentence = coverage(question.words, terms.slice(introducedFrom, endToken), match);
  const { isMissing } = expectedTokens(question, candidate.analysis, candidate.sentence, match);
  return probability(question, candidate, { inPassage, inSentence, isTypeMissing: isMissing });
}

export interface GateCandidate {
  readonly passage: Pick<Passage, 'lexical'>;
  readonly analysis: AnalysedPassage;
  readonly sentence: AnalysedSentence;
}

interface Evidence {
  readonly inPassage: Float64Array;
  readonly inSentence: Float64Array;
  readonly isTypeMissing: boolean;
}

function probability(
  question: QuestionWords,
  { passage }: GateCandidate,
  { inPassage, inSentence, isTypeMissing }: Evidence,
): number {
  let [total, found, said, names, namesFound, foundByIndex] = [0, 0, 0, 0, 0, 0];
  for (const [i, { weight, indexWeight, isName }] of question.words.entries()) {
    if (inPassage[i] === 1) foundByIndex += indexWeight;
    total += weight;
    found += weight * inPassage[i]!;
    said += weight * inSentence[i]!;
    if (isName) {
      names += weight;
      // Titan is not Titanic.
      namesFound += weight * (inPassage[i] === 1 ? 1 : 0);
    }
  }
  if (total === 0 || found === 0) return 0;
  // How often and how densely the words stand there, on the mean: the index sums it with weights of its own.
  const saturation = foundByIndex > 0 ? Math.min(passage.lexical / foundByIndex, BM25_CEILING) : 1;
  const bmrel = (saturation * found) / (BM25_CEILING * total);
  const capcov = names > 0 ? namesFound / names : 0.5;
  const { intercept, ...weights } = COEFFICIENTS;
  const logit =
    intercept +
    weights.bmrel * bmrel +
    weights.capcov * capcov +
    weights.soft * (said / total) +
    weights.qlen * Math.log1p(question.words.length) +
    (isTypeMissing ? weights.notype : 0) +
    (question.namesDocuments ? Math.log(NAMED_DOCUMENT_ODDS) : 0) +
    SMALL_CORPUS_WEIGHT * Math.max(0, Math.log(USUAL_CHUNKS / Math.max(1, question.chunks)));
  return 1 / (1 + Math.exp(-logit));
}
