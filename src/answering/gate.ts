import type { Passage } from '../retrieval/passage.ts';
import { expectedTokens } from './extraction/expected-answer.ts';
import type { AnalysedPassage, AnalysedSentence } from './extraction/passage-analysis.ts';
import type { QuestionWords } from './question/question-words.ts';
import { coverage, SPELLING_FACTOR, subjectCoverage, type WordMatcher } from './question/word-match.ts';

/** Below this probability a question is refused: 90–100 % of what a corpus answers passes, 1–11 % of foreign questions. */
export const DEFAULT_SCORE_THRESHOLD = 0.3;

/**
 * Logistic regression over seven corpora (`quality/gate-weights.ts` fits it anew), each question as likely answerable as
 * not. AUROC against foreign questions is .963–.9996 on the sets of `quality/baseline.txt`. Neither trees nor a small
 * network tell more by the same features (`docs/quality.md`).
 */
export const GATE_COEFFICIENTS = {
  /** The feature is 1. */
  intercept: -5.53,
  /** BM25 score of the passage, beside the most that the question's words can give: 0–1 mostly. */
  bmrel: 3.51,
  /** Share of the names and numbers of the question that the passage has, or its document is about; ½ where there are none. */
  capcov: 0.99,
  /** Share of the question's words that are names and numbers: a foreign question often meets all but what they name. */
  names: -0.5,
  /** Share of the question's words that the sentence has. */
  soft: 1.67,
  /** Share of them that the title and the headings have. */
  title: 1.25,
  /** Share of them that the passages have, on the mean: what a corpus speaks of, several speak of. */
  agreement: 0.5,
  /** ln(1 + words of the question). */
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

/** What a name counts that is only spelt almost like it. */
const NAME_SPELLING = 0.5;

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
  const evidence = gateEvidence(question, candidate, match);
  if (!evidence) return 0;
  let logit = evidence.offset;
  for (const name of FEATURES) logit += GATE_COEFFICIENTS[name] * evidence.features[name];
  return 1 / (1 + Math.exp(-logit));
}

export interface GateCandidate {
  readonly passage: Pick<Passage, 'lexical' | 'subject'>;
  readonly analysis: AnalysedPassage;
  readonly sentence: AnalysedSentence;
  /** Share of the question's words that a passage has, on the mean of those that were read, 0–1. */
  readonly agreement: number;
}

export type GateFeatures = Record<keyof typeof GATE_COEFFICIENTS, number>;

const FEATURES = Object.keys(GATE_COEFFICIENTS) as (keyof GateFeatures)[];

export interface GateEvidence {
  readonly features: GateFeatures;
  /** What the question and the corpus say beforehand, on the scale of the logit. */
  readonly offset: number;
}

/** What the gate looks at; undefined where no word of the question is found. */
export function gateEvidence(
  question: QuestionWords,
  { passage, analysis, sentence, agreement }: GateCandidate,
  match: WordMatcher,
): GateEvidence | undefined {
  const inPassage = coverageOf(question.words, analysis, match);
  const inSentence = coverage(question.words, ownTerms(analysis, sentence), match);
  const inTitle = coverage(question.words, [...analysis.heading], match);
  const inSubject = subjectCoverage(question.words, passage, match);
  let [total, found, said, titled, names, namesFound, foundByIndex] = [0, 0, 0, 0, 0, 0, 0];
  for (const [i, { weight, indexWeight, isName }] of question.words.entries()) {
    if (inPassage[i]! >= SPELLING_FACTOR) foundByIndex += indexWeight;
    total += weight;
    found += weight * inPassage[i]!;
    said += weight * inSentence[i]!;
    titled += weight * inTitle[i]!;
    if (isName) {
      names += weight;
      // Titan is not Titanic; what is spelt almost like it may be it or not.
      const own = inPassage[i] === 1 ? 1 : inPassage[i] === SPELLING_FACTOR ? NAME_SPELLING : 0;
      namesFound += weight * Math.max(own, inSubject[i]!);
    }
  }
  if (total === 0 || found === 0) return undefined;
  for (const [term, indexWeight] of question.setAside) {
    if (analysis.terms.includes(term)) foundByIndex += indexWeight;
  }
  // How often and how densely the words stand there, on the mean: the index sums it with weights of its own.
  const saturation = foundByIndex > 0 ? Math.min(passage.lexical / foundByIndex, BM25_CEILING) : 1;
  return {
    features: {
      intercept: 1,
      bmrel: (saturation * found) / (BM25_CEILING * total),
      capcov: names > 0 ? namesFound / names : 0.5,
      names: names / total,
      soft: said / total,
      title: titled / total,
      agreement,
      qlen: Math.log1p(question.words.length),
      notype: expectedTokens(question, analysis, sentence, match).isMissing ? 1 : 0,
    },
    offset:
      (question.namesDocuments ? Math.log(NAMED_DOCUMENT_ODDS) : 0) +
      SMALL_CORPUS_WEIGHT * Math.max(0, Math.log(USUAL_CHUNKS / Math.max(1, question.chunks))),
  };
}

/** `coverage` by a whole passage: of most of its terms the way they begin says that they stand for nothing. */
function coverageOf(
  words: QuestionWords['words'],
  { terms, beginnings }: AnalysedPassage,
  match: WordMatcher,
): Float64Array {
  return coverage(
    words,
    terms.filter((_, token) => match.beginnings[beginnings[token]!] === 1),
    match,
  );
}

/** Its terms, and those of what introduces it. */
function ownTerms({ terms, sentences }: AnalysedPassage, sentence: AnalysedSentence): readonly string[] {
  const own = terms.slice(sentence.introducedFrom, sentence.endToken);
  const head = sentence.head === null ? undefined : sentences[sentence.head];
  return head ? [...terms.slice(head.firstToken, head.endToken), ...own] : own;
}
