import { packOf } from '../../languages/languages.ts';
import type { Passage } from '../../retrieval/passage.ts';
import { sum } from '../choose/coverage.ts';
import { expectedTokens } from '../choose/expected-answer.ts';
import type { AnalysedPassage, AnalysedSentence } from '../choose/passage-analysis.ts';
import type { QuestionWords } from '../choose/question-words.ts';
import type { SentenceReader } from '../choose/sentence-reader.ts';
import { coverage, SPELLING_FACTOR } from '../choose/word-match.ts';

/** Below this probability a question is refused: 87–99 % of answerable questions pass, and 1–11 % of foreign ones. */
export const DEFAULT_SCORE_THRESHOLD = 0.35;

/**
 * Logistic regression over seven corpora, with half of the questions answerable. AUROC against foreign questions is
 * .963–.9993 on the sets of `quality/baseline.txt`. Neither trees nor a small network gain anything with the same
 * features. How they were fitted: `docs/evaluation/quality-log.md`.
 */
const GATE_COEFFICIENTS = {
  /** For a constant feature of 1. */
  intercept: -5.73,
  /** BM25 score of the passage, relative to the most that the question's words can give: mostly 0–1. */
  bmrel: 3.51,
  /** Share of the question's names and numbers that the passage has; ½ without any. */
  capcov: 0.99,
  /**
   * Share of the question's words that are names and numbers: these are often all that a foreign question fails to
   * match.
   */
  names: -0.5,
  /** Share of the question's words that the sentence has. */
  soft: 1.67,
  /** Share of them that the title and the headings have. */
  title: 1.25,
  /** Mean share of them over the passages: if the corpus covers a subject, several passages do. */
  agreement: 0.5,
  /**
   * By how much the passage is ahead of all others, from a usual lead on, 0–0.35: where several seem as good, the first
   * is often not the one. On everyday questions, 98 answers have the facts and 36 are wrong with this, 90 and 46
   * without.
   */
  lead: 2,
  /** ln(1 + words of the question). */
  qlen: 1.17,
  /** 1 when the sentence has nothing of the kind asked for: no number for "how many". */
  notype: -0.7,
} as const;

/**
 * The coefficients were fitted on corpora of about a thousand chunks. In a smaller corpus, chance matches of a foreign
 * question are rarer, so the same match means more: at 10 chunks 2 % of foreign questions pass, and 5 % more of the
 * others than without this.
 */
const USUAL_CHUNKS = 1_000;
const SMALL_CORPUS_WEIGHT = 0.12;

/**
 * A question restricted to named documents is twice as likely to be answered by them. On policyqa, where every question
 * is about one policy, the F1 of the answers is .158 with this and .108 without.
 */
const NAMED_DOCUMENT_ODDS = 2;

/**
 * A match of words means more in a language without a list of everyday words, where only the question's own words match.
 * On xquad, .9015 of the questions are answered with this and .8643 without, and .0575 and .0280 of the foreign ones.
 */
const UNLISTED_LANGUAGE_ODDS = 1.3;

/**
 * Odds of a passage without a name of the question that the corpus does not know, against one that has it. On no set does the
 * gate pass fewer answerable questions for it.
 */
const ABSENT_IDENTIFIER_ODDS = 0.1;

/** Weight of a name that is only similarly spelt. */
const NAME_SPELLING = 0.5;

/**
 * Minimum probability of a sentence with all of the question's words, if there are two or more: the coefficients alone
 * refuse one in a long passage or without the kind of word asked for. No foreign question of the sets has such a
 * sentence.
 */
const ALL_WORDS_PROBABILITY = DEFAULT_SCORE_THRESHOLD;
/** Minimum share of the words in such a sentence, for rounding. */
const ALL_WORDS = 0.999;

/**
 * How many words one token of a question is, for languages whose tokens are shorter or longer than words elsewhere:
 * chance finds Vietnamese syllables and Thai roots more often than words, and German compounds more seldom.
 */
const WORD_SHARES: Readonly<Record<string, number>> = { vi: 0.5, th: 0.7, de: 1.3 };
/** The same for a Chinese word of one character: mostly part of a name or a longer word. */
const CHARACTER_SHARE = 0.4;

/** Greater leads say no more. */
const LEAD = { usual: 0.15, max: 0.5 } as const;

/** Greatest BM25 score of a word of idf 1 (k1 + 1). */
const BM25_CEILING = 2.2;

/**
 * The probability that a passage answers a question, 0–1, comparable across corpora. 0 when no word of the question is
 * found.
 *
 * @param candidate A passage with its best sentence.
 */
export function answerProbability(
  { words: question, match }: Pick<SentenceReader, 'words' | 'match'>,
  { passage, analysis, sentence, agreement }: GateCandidate,
): number {
  const inPassage = coverage(question.words, analysis.terms, match, analysis.marks);
  const own = analysis.terms.slice(sentence.introducedFrom, sentence.endToken);
  const inSentence = coverage(question.words, own, match);
  const inTitle = coverage(question.words, analysis.heading, match);
  let [total, found, said, titled, names, namesFound, foundByIndex] = [0, 0, 0, 0, 0, 0, 0];
  let lacksIdentifier = false;
  for (const [i, { weight, indexWeight, isName, isKnown, share }] of question.words.entries()) {
    if (inPassage[i]! >= SPELLING_FACTOR) foundByIndex += indexWeight;
    if (share === 0) continue;
    if (isName && !isKnown && inPassage[i] === 0 && inTitle[i] === 0) lacksIdentifier = true;
    total += weight;
    found += weight * inPassage[i]!;
    said += weight * inSentence[i]!;
    titled += weight * inTitle[i]!;
    if (isName) {
      names += weight;
      // Titan is not Titanic; a similarly spelt name may or may not be the same.
      const own = inPassage[i] === 1 ? 1 : inPassage[i] === SPELLING_FACTOR ? NAME_SPELLING : 0;
      namesFound += weight * own;
    }
  }
  if (total === 0 || found === 0) return 0;
  for (const [term, indexWeight] of question.setAside) {
    if (analysis.terms.includes(term)) foundByIndex += indexWeight;
  }
  // Mean frequency and density of the words in the passage; the index sums them by weights of its own.
  const saturation = foundByIndex > 0 ? Math.min(passage.lexical / foundByIndex, BM25_CEILING) : 1;
  const soft = said / total;
  const features: Readonly<Record<keyof typeof GATE_COEFFICIENTS, number>> = {
    intercept: 1,
    bmrel: (saturation * found) / (BM25_CEILING * total),
    capcov: names > 0 ? namesFound / names : 0.5,
    names: packOf(question.language)?.capitals === 'nouns' ? 0 : names / total,
    soft,
    title: titled / total,
    agreement,
    lead: Math.min(LEAD.max, Math.max(LEAD.usual, passage.lead ?? 0)) - LEAD.usual,
    qlen: Math.log1p(sum(question.words.map((word) => word.share * wordShare(word, question.language)))),
    notype: expectedTokens(question, analysis, sentence, match).isMissing ? 1 : 0,
  };
  // The prior comes from the question and the corpus.
  let logit =
    (packOf(question.language)?.everydayWords ? 0 : Math.log(UNLISTED_LANGUAGE_ODDS)) +
    (question.namesDocuments ? Math.log(NAMED_DOCUMENT_ODDS) : 0) +
    (lacksIdentifier ? Math.log(ABSENT_IDENTIFIER_ODDS) : 0) +
    SMALL_CORPUS_WEIGHT * Math.max(0, Math.log(USUAL_CHUNKS / Math.max(1, question.chunks)));
  for (const name of FEATURES) logit += GATE_COEFFICIENTS[name] * features[name];
  const probability = 1 / (1 + Math.exp(-logit));
  const hasAll = question.words.length > 1 && soft > ALL_WORDS;
  return hasAll ? Math.max(probability, ALL_WORDS_PROBABILITY) : probability;
}

export interface GateCandidate {
  readonly passage: Pick<Passage, 'lexical' | 'lead'>;
  readonly analysis: AnalysedPassage;
  readonly sentence: AnalysedSentence;
  /** Mean share of the question's words over the passages read, 0–1. */
  readonly agreement: number;
}

const FEATURES = Object.keys(GATE_COEFFICIENTS) as (keyof typeof GATE_COEFFICIENTS)[];

function wordShare({ term }: QuestionWords['words'][number], language: string | null): number {
  if (language === 'zh' && ONE_CHARACTER.test(term)) return CHARACTER_SHARE;
  return WORD_SHARES[language ?? ''] ?? 1;
}

const ONE_CHARACTER = /^\p{sc=Han}$/u;
