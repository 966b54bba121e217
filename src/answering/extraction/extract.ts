import type { ChatMode } from '../answer.ts';
import type { QuestionWords } from '../question/question-words.ts';
import type { WordMatcher } from '../question/word-match.ts';
import { isNeedlessRow } from './needless-row.ts';
import type { AnalysedSentence, ReadPassage } from './passage-analysis.ts';
import { type CandidateSentence, scoreSentences } from './sentence-scores.ts';
import { listAsked, stepsAround } from './steps.ts';
import { changesOfVersion } from './version-changes.ts';

const SENTENCES_MAX = 3;
/**
 * Least probability, by the scores, that a further sentence holds the answer: for one from a document already quoted,
 * and for one from another. No single source backs all of a mixed answer, and readers must judge whether its parts fit,
 * so it has to be worth it: with .04 three in ten of SQuAD's answers are mixed, with .08 a quarter (`docs/quality.md`).
 */
const PROBABILITY_MIN = { same: 0.003, elsewhere: 0.04 };

/** A sentence to be quoted, with its passage. */
export interface ExtractedSentence extends ReadPassage {
  readonly sentence: AnalysedSentence;
  readonly score: number;
  /** An item of a list that is quoted as a whole. */
  readonly isStep?: true;
  /** An item of a changelog. */
  readonly isChange?: true;
}

/**
 * The sentences that answer a question best, at most three. The best comes first, since it is the answer; others follow
 * in reading order, only if they may well hold the answer, too, and say something new. If steps are asked for and the
 * best is one of a numbered list, the answer is the list.
 *
 * @param passages Best first.
 * @param mode `strict` takes every sentence from one passage.
 * @param limits Differ from the default only in measurements.
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
    /** Taken whatever the others score: the answers to each part of a double question. */
    wanted?: readonly CandidateSentence[];
  },
): ExtractedSentence[] {
  const best = ranked[0];
  if (!best) return [];
  const changes = changesOfVersion(question, passages);
  if (changes.length > 0)
    return changes.map((change) => ({ ...change, score: best.score, isStep: true, isChange: true }));
  const listed = listAsked(question, passages, ranked, match)!;
  const listRead = passages[listed.passage]!;
  const steps = stepsAround(question, listRead, listed.sentence, match);
  if (steps.length > 0)
    return steps.map((sentence) => ({ ...listRead, sentence, score: listed.score, isStep: true }));
  const chosen = [best];
  // A near-repetition takes a place, too: the sentences that would follow are worth less.
  let places = 1;
  const said = [words(passages, best)];
  const texts = new Set(said.map(({ text }) => text));
  const powers = ranked.map(({ score }) => Math.exp(score - best.score));
  const total = powers.reduce((sum, power) => sum + power, 0);
  const documents = new Set([documentOf(passages, best)]);
  const further = ranked.map((candidate, rank) => ({ candidate, probability: powers[rank]! / total }));
  const first = [...restrictionBehind(passages, best, ranked), ...wanted].map((candidate) => ({
    candidate,
    probability: 1,
  }));
  for (const { candidate, probability } of [...first, ...further.slice(1)]) {
    if (places === SENTENCES_MAX || probability < limits.same) break;
    if (mode === 'strict' && candidate.passage !== best.passage) continue;
    const document = documentOf(passages, candidate);
    if (!documents.has(document) && probability < limits.elsewhere) continue;
    const own = words(passages, candidate);
    if (texts.has(own.text)) continue;
    texts.add(own.text);
    places++;
    if (isNeedlessRow(question, passages, { candidate, chosen, match })) continue;
    if (said.some((other) => saysNothingElse(own, other))) continue;
    said.push(own);
    documents.add(document);
    chosen.push(candidate);
  }
  const others = chosen.slice(1).sort((a, b) => a.passage - b.passage || a.sentence - b.sentence);
  return [best, ...others].map(({ passage, sentence, score }) => {
    const read = passages[passage]!;
    return { ...read, sentence: read.analysis.sentences[sentence]!, score };
  });
}

/** The sentence right behind the best one, if it says when that does not hold, or what then: `If they do, …`. */
function restrictionBehind(
  passages: readonly ReadPassage[],
  { passage: index, sentence }: CandidateSentence,
  ranked: readonly CandidateSentence[],
): CandidateSentence[] {
  const { passage, analysis } = passages[index]!;
  const [best, next] = [analysis.sentences[sentence]!, analysis.sentences[sentence + 1]];
  if (!next || next.item !== best.item) return [];
  if (/\n\s*\n/.test(passage.text.slice(best.end, next.start))) return [];
  if (!RESTRICTION.test(passage.text.slice(next.start, next.end))) return [];
  return ranked.filter((other) => other.passage === index && other.sentence === sentence + 1);
}

const RESTRICTION =
  /^(?:if (?:so|not|it|this|that|they|you do)|otherwise|unless|except|in (?:this|that) case|wenn (?:nicht|ja|doch|sie|er|es)|falls (?:nicht|ja|sie|er|es)|andernfalls|ansonsten|sonst|ausgenommen|in diesem fall|si (?:oui|non|no)|sinon|sauf|dans ce cas|de lo contrario|salvo|excepto|en (?:este|ese) caso)(?!\p{L})/iu;

/** All sentences that may be quoted, the best first. */
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

interface SentenceWords {
  /** Without punctuation. */
  readonly text: string;
  /** Distinct, without stop words. */
  readonly content: ReadonlySet<string>;
}

function words(passages: readonly ReadPassage[], { passage, sentence }: CandidateSentence): SentenceWords {
  const { analysis } = passages[passage]!;
  const { firstToken, endToken } = analysis.sentences[sentence]!;
  const terms = analysis.terms.slice(firstToken, endToken);
  return { text: terms.join(' '), content: new Set(terms.filter((term) => !term.startsWith('.'))) };
}

/** Whether a sentence repeats another except for a word or two; another number is something new. */
function saysNothingElse({ content: own }: SentenceWords, { content: other }: SentenceWords): boolean {
  if (own.size < LIKE_SHARE_MIN * other.size) return false;
  const others = [...own].filter((term) => !other.has(term));
  return others.length <= NEW_SHARE_MAX * own.size && !others.some((term) => /\p{N}/u.test(term));
}

/** Largest share of new words in a repetition, such as `In addition`. */
const NEW_SHARE_MAX = 0.1;
/**
 * Least length of a repetition, as a share of the other's words: a short sentence may state what a longer one only
 * mentions.
 */
const LIKE_SHARE_MIN = 0.5;
