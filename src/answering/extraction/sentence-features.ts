import type { Passage } from '../../retrieval/passage.ts';
import type { QuestionWords } from '../question/question-words.ts';
import { subjectCoverage, type WordMatcher } from '../question/word-match.ts';
import { type Coverage, noCoverage, share, sum, union } from './coverage.ts';
import { isDefining } from './defining-sentence.ts';
import { countedShare, expectedTokens, hasAskedForm, hasCue } from './expected-answer.ts';
import { holdsRole } from './held-role.ts';
import type { AnalysedPassage } from './passage-analysis.ts';
import { earlyShare, findWords, hitsOf, nearness, pairShare, windowShare } from './word-hits.ts';

/**
 * What is looked at in a sentence, and what it weighs: a linear ranker (softmax over the sentences of the five best
 * passages), fitted by `quality/sentence-weights.ts`. All shares lie in 0…1 and are weighted by idf. Since it is fitted so,
 * e to the power of a score is proportional to the probability that the sentence holds the answer.
 */
export const FEATURE_WEIGHTS = {
  /** Of the question's words, in the sentence, weighted also by how few of the candidate sentences have the word. */
  lsoft: 2.46,
  /** In the sentence, its neighbours and the headings. */
  win: 2.78,
  /** In the passage and its headings. */
  pcov: 1.36,
  /** Of the words that name nothing: what is asked about the names. */
  relation: 1.38,
  /** The same in the passage down to the sentence, or in the headings. */
  relation_before: 0.58,
  /** Of the names, there: who `he` and `the company` are. ½ where the question has none. */
  names_before: 1.62,
  /** Of neighbouring pairs, standing within 3 tokens, in the question's order. */
  bigram: 0.19,
  /** In the sentence, those that stand early in it the most. */
  early: 2.31,
  /** In the best 12 tokens. */
  prox: 0.42,
  /** Around the word that may be the answer. */
  typeprox: 0.34,
  /** Score of the passage less that of the best one: 0 or below. */
  passage: 2.23,
  /** The same of its embedding's cosine with the question. */
  dense: 0.44,
  /** 1 when nothing in the sentence can be the answer by its kind. */
  notype: -0.54,
  /** 1 when something in it surely is of the kind. */
  type_number: 1.58,
  type_time: 2.27,
  type_place: 1.61,
  type_person: 1.11,
  /** 1 when it has a percentage, money or a duration where one is asked for; a year; what names something. */
  form_unit: 3.54,
  form_year: 3.17,
  form_name: 1.35,
  /** Of the words that name what is to be counted, standing by a number. */
  counted: 2.19,
  type_reason: 1.39,
  type_definition: 0.79,
  /** 1 when it begins with what a definition is asked of, and says what it is. By hand: 1.1–3.6 are as good. */
  defines: 2.2,
  /** 1 when it has the role whose holder is asked for, of whom it is asked, and a name of two words. By hand. */
  role: 1.5,
} as const;

/** Of one sentence, in the order of the table. */
export type SentenceFeatures = readonly number[];

/** Where each feature stands there. */
export const FEATURE = Object.fromEntries(
  Object.keys(FEATURE_WEIGHTS).map((name, at) => [name, at]),
) as Readonly<Record<keyof typeof FEATURE_WEIGHTS, number>>;

/** What is computed nowhere would make every score one that compares with none. */
const NOT_COMPUTED: SentenceFeatures = Object.keys(FEATURE_WEIGHTS).map(() => Number.NaN);

/** What a question finds in a passage, whatever other passages there are. */
export interface ReadForQuestion {
  /** In reading order: its sentences that are no introductions. */
  readonly candidates: readonly {
    readonly sentence: number;
    /** All but those that depend on the other passages, `lsoft`, `passage` and `dense`. */
    readonly features: SentenceFeatures;
    /** Of the question's words. */
    readonly covered: Coverage;
  }[];
  /** How many sentences there are, and how many of them have each of the question's words. */
  readonly sentences: number;
  readonly having: readonly number[];
}

/**
 * Looks at every sentence of a passage that is no introduction. To a sentence right behind a question, a heading or the
 * opening of a list their words count as its own: it says something about them. So do the words that the whole document is
 * about.
 */
export function readForQuestion(
  asked: WeighedQuestion,
  passage: Passage,
  analysis: AnalysedPassage,
  match: WordMatcher,
): ReadForQuestion {
  const { question, weights, total, relations, relationsTotal, names, namesTotal, none } = asked;
  const subject = subjectCoverage(question.words, passage, match);
  const found = findWords(analysis, match, { subject, none });
  const { heading, covered } = found;
  const unsaid = weights.slice();
  for (let word = 0; word < unsaid.length; word++) unsaid[word]! *= 1 - subject[word]!;
  const everywhere = (total - sum(unsaid)) / total;
  const pcov = share(found.whole, weights, total);
  const candidates = [];
  let before = heading;
  for (const [s, sentence] of analysis.sentences.entries()) {
    before = union(before, covered[s]);
    if (sentence.isIntroduction) continue;
    const isIntroduced = sentence.introducedFrom < sentence.firstToken;
    const previous = s > 0 ? covered[s - 1] : undefined;
    const next = s + 1 < covered.length ? covered[s + 1] : undefined;
    const own = union(covered[s]!, isIntroduced ? previous : undefined, covered[sentence.head ?? s]);
    const known = union(own, before);
    const around = union(own, heading, previous, next);
    const hits = hitsOf(found.hits, analysis, sentence);
    const hasForm = hasAskedForm(question, analysis, s, match);
    const expected = expectedTokens(question, analysis, sentence, match);
    const features = NOT_COMPUTED.slice();
    features[FEATURE.win] = share(around, weights, total);
    features[FEATURE.pcov] = pcov;
    features[FEATURE.relation] = relationsTotal > 0 ? share(own, relations, relationsTotal) : 0;
    features[FEATURE.relation_before] = relationsTotal > 0 ? share(known, relations, relationsTotal) : 0;
    features[FEATURE.names_before] = namesTotal > 0 ? share(known, names, namesTotal) : 0.5;
    features[FEATURE.bigram] = pairShare(question, hits, weights);
    features[FEATURE.early] = earlyShare(hits, sentence.firstToken, unsaid, total) + everywhere;
    features[FEATURE.prox] = windowShare(hits, unsaid, total) + everywhere;
    features[FEATURE.typeprox] =
      expected.tokens.length > 0 ? nearness(expected.tokens, hits, unsaid, total) + everywhere : 0;
    features[FEATURE.notype] = expected.isMissing ? 1 : 0;
    features[FEATURE.type_number] = question.type === 'number' && expected.isSure ? 1 : 0;
    features[FEATURE.type_time] = question.type === 'time' && expected.isSure ? 1 : 0;
    features[FEATURE.type_place] = question.type === 'place' && expected.isSure ? 1 : 0;
    features[FEATURE.counted] = countedShare(question, analysis, sentence, match);
    features[FEATURE.type_person] = question.type === 'person' && expected.isSure ? 1 : 0;
    features[FEATURE.form_unit] = hasForm && question.form !== 'year' && question.form !== 'name' ? 1 : 0;
    features[FEATURE.form_year] = hasForm && question.form === 'year' ? 1 : 0;
    features[FEATURE.form_name] = hasForm && question.form === 'name' ? 1 : 0;
    features[FEATURE.type_reason] = hasCue(question, 'reason', analysis, s) ? 1 : 0;
    features[FEATURE.type_definition] = hasCue(question, 'definition', analysis, s) ? 1 : 0;
    features[FEATURE.defines] = isDefining(question, analysis, sentence, match) ? 1 : 0;
    const isOwnerKnown = question.role?.owner.every((word) => known[word]! > 0) ?? false;
    const holds = holdsRole(question, { passage, analysis }, sentence, { match, isOwnerKnown });
    features[FEATURE.role] = holds && expected.isSure ? 1 : 0;
    candidates.push({ sentence: s, features, covered: own });
  }
  return { candidates, sentences: covered.length, having: found.having };
}

/** A question whose words are weighed for one thing or another; a value a word. */
export interface WeighedQuestion {
  readonly question: QuestionWords;
  readonly weights: readonly number[];
  readonly total: number;
  /** Of the words that name nothing; 0 for those that do. */
  readonly relations: readonly number[];
  readonly relationsTotal: number;
  /** Of the words that do. */
  readonly names: readonly number[];
  readonly namesTotal: number;
  /** Coverage of nothing. */
  readonly none: Coverage;
}

export function weighQuestion(question: QuestionWords): WeighedQuestion {
  const none = noCoverage(question.words.length);
  const [weights, relations, names] = [none.slice(), none.slice(), none.slice()];
  for (const [word, { weight, isName }] of question.words.entries()) {
    weights[word] = weight;
    (isName ? names : relations)[word] = weight;
  }
  const total = sum(weights);
  const relationsTotal = sum(relations);
  const namesTotal = total - relationsTotal;
  return { question, weights, total, relations, relationsTotal, names, namesTotal, none };
}
