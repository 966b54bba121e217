import type { Passage } from '../retrieval/passage.ts';
import type { ChatMode } from './answer.ts';
import type { AnalysedPassage, AnalysedSentence } from './passage-analysis.ts';
import type { QuestionWords } from './question-words.ts';
import { type CandidateSentence, scoreSentences } from './sentence-features.ts';
import type { WordMatcher } from './word-match.ts';

const SENTENCES_MAX = 3;
/**
 * How probable it must be of a further sentence that it holds the answer, as the scores tell: of one from a document that is
 * quoted already, and of one from another. No single source says all of a mixed answer, and a reader has to see for himself
 * whether its parts fit, so it must be worth it: a quarter of SQuAD's answers are mixed so, and a third where both are .04
 * (`docs/quality.md`).
 */
const PROBABILITY_MIN = { same: 0.01, elsewhere: 0.08 };

export interface ReadPassage {
  readonly passage: Passage;
  readonly analysis: AnalysedPassage;
}

/** A sentence of a passage that is to be quoted. */
export interface ExtractedSentence extends ReadPassage {
  readonly sentence: AnalysedSentence;
  readonly score: number;
}

/**
 * The sentences that answer a question best, at most three. The best one comes first, since it is the answer; others
 * follow in reading order, and only when they may well hold the answer, too, and say something else.
 *
 * @param passages Best first.
 * @param mode `strict` takes every sentence from one passage.
 * @param limits Others than the measured ones only in order to measure.
 * @returns Empty when there is nothing to quote: no passage, or a question without a content word.
 */
export function extractSentences(
  question: QuestionWords,
  passages: readonly ReadPassage[],
  {
    mode,
    match,
    ranked = rankSentences(question, passages, match),
    limits = PROBABILITY_MIN,
    wanted = [],
  }: {
    mode: ChatMode;
    match: WordMatcher;
    ranked?: readonly CandidateSentence[];
    limits?: typeof PROBABILITY_MIN;
    /** Taken whatever the others are worth: what answers each of several questions in one. */
    wanted?: readonly CandidateSentence[];
  },
): ExtractedSentence[] {
  const best = ranked[0];
  if (!best) return [];
  const chosen = [best];
  const texts = new Set([words(passages, best)]);
  const powers = ranked.map(({ score }) => Math.exp(score - best.score));
  const total = powers.reduce((sum, power) => sum + power, 0);
  const documents = new Set([documentOf(passages, best)]);
  const further = ranked.map((candidate, rank) => ({ candidate, probability: powers[rank]! / total }));
  const first = wanted.map((candidate) => ({ candidate, probability: 1 }));
  for (const { candidate, probability } of [...first, ...further.slice(1)]) {
    if (chosen.length === SENTENCES_MAX || probability < limits.same) break;
    if (mode === 'strict' && candidate.passage !== best.passage) continue;
    const document = documentOf(passages, candidate);
    if (!documents.has(document) && probability < limits.elsewhere) continue;
    const text = words(passages, candidate);
    if (texts.has(text)) continue;
    texts.add(text);
    documents.add(document);
    chosen.push(candidate);
  }
  const others = chosen.slice(1).sort((a, b) => a.passage - b.passage || a.sentence - b.sentence);
  return [best, ...others].map(({ passage, sentence, score }) => {
    const read = passages[passage]!;
    return { ...read, sentence: read.analysis.sentences[sentence]!, score };
  });
}

/** Every sentence of the passages that may be quoted, the best first. */
export function rankSentences(
  question: QuestionWords,
  passages: readonly ReadPassage[],
  match: WordMatcher,
): CandidateSentence[] {
  return scoreSentences(question, passages, match).sort((a, b) => b.score - a.score);
}

function documentOf(passages: readonly ReadPassage[], { passage }: CandidateSentence): string {
  return passages[passage]!.passage.docId;
}

/** The terms of a sentence: what is repeated in other punctuation says nothing else. */
function words(passages: readonly ReadPassage[], { passage, sentence }: CandidateSentence): string {
  const { analysis } = passages[passage]!;
  const { firstToken, endToken } = analysis.sentences[sentence]!;
  return analysis.terms.slice(firstToken, endToken).join(' ');
}
