import type { Passage } from '../../../retrieval/passage.ts';
import type { TextRange } from '../../../text/sentences.ts';
import { countWords } from '../../../text/word-count.ts';
import type { Question, RelatedSource, Source } from '../../answer.ts';
import type { Grounding } from '../../check/grounding.ts';
import { FEATURE } from '../../choose/sentence-features.ts';
import { type CandidateSentence, sentenceOf } from '../../choose/sentence-reader.ts';
import type { Openings } from '../../find/document-openings.ts';
import { type Finding, isAnswerable, mayHelp } from '../../judge/finding.ts';
import { answerProbability } from '../../judge/gate.ts';
import { type CitedText, cite, type Quoted, sourceOf } from '../citation.ts';
import type { WrittenAnswer } from '../written-answer.ts';
import { shownRange } from './shown-range.ts';
import { shownText } from './shown-text.ts';

/** Another passage of the document is shown as well where both together have no more words. */
const WORDS_MAX = 240;
/** The passages among which it is looked for. */
const NEAR_PASSAGES = 5;
/** Minimum share of the question's words in it and its headings: what else a document says answers nothing. */
const BESIDE_COVERAGE_MIN = 0.5;
/** Minimum share of the words asked for in a passage of a document, and its headings. */
const DOCUMENT_COVERAGE_MIN = 0.75;
/** Passages below an answer, and in place of one. */
export const RELATED = { below: 2, instead: 3 } as const;

/** An answer that consists of passages only, and is still to be sent. */
export interface QuotedAnswer
  extends Pick<WrittenAnswer, 'sources' | 'related' | 'grounding' | 'isSynthesized' | 'language'> {
  readonly texts: readonly CitedText[];
}

/**
 * Answers a question with the best passage, in which the sentence that answers is marked; with one for each part of a
 * question that asks about two things. A short passage is followed by another one of its document.
 *
 * @returns undefined when its probability is below the question's threshold.
 */
export function quoteAnswer(
  question: Pick<Question, 'mode' | 'scoreThreshold'>,
  finding: Finding,
): QuotedAnswer | undefined {
  if (!isAnswerable(finding, question.scoreThreshold)) return undefined;
  const { best } = finding;
  const wanted = question.mode === 'strict' ? best.slice(0, 1) : best;
  const chosen = [...wanted, ...(wanted.length === 1 ? besideFirst(finding, question.mode) : [])];
  const quoted = quote(finding, chosen, shownRange);
  const documents = new Set(quoted.sources.map(({ docId }) => docId));
  return { ...quoted, isSynthesized: documents.size > 1 && question.mode !== 'open' };
}

/**
 * Answers a question for documents with a sentence of each that has the words asked for, the best first.
 *
 * @returns undefined when it is not probable enough that the first one does.
 */
export function quoteDocuments(
  question: Pick<Question, 'scoreThreshold'>,
  finding: Finding,
): QuotedAnswer | undefined {
  if (!isAnswerable(finding, question.scoreThreshold)) return undefined;
  const { passages, ranked, best } = finding;
  const sentences = passages.flatMap((_, place) => {
    const ofPassage = [...best, ...ranked].filter((candidate) => candidate.passage === place);
    return ofPassage.find(({ features }) => features[FEATURE.pcov]! >= DOCUMENT_COVERAGE_MIN) ?? [];
  });
  const byDocument = Map.groupBy(sentences, ({ passage }) => passages[passage]!.passage.docId);
  const chosen = Array.from(byDocument.values(), ([first]) => first!);
  const quoted = quote(finding, chosen.length > 0 ? chosen : best, (_, sentence) => sentence);
  return { ...quoted, isSynthesized: false };
}

/** What to show of a passage, around the sentences that answer. */
type RangeOf = (passage: Passage, sentences: TextRange) => TextRange;

function quote(
  finding: Finding,
  chosen: readonly CandidateSentence[],
  rangeOf: RangeOf,
): Omit<QuotedAnswer, 'isSynthesized'> {
  const { passages } = finding;
  const byPassage = Map.groupBy(chosen, ({ passage }) => passage);
  return quoted(
    finding,
    Array.from(byPassage, ([place, candidates]) => {
      const { passage } = passages[place]!;
      const found = candidates.map((candidate) => sentenceOf(passages, candidate).sentence);
      const quotes = [...new Set(found)]
        .map(({ start, end }) => ({ start, end }))
        .sort((a, b) => a.start - b.start);
      const probability = Math.max(...candidates.map((candidate) => ownProbability(finding, candidate)));
      return { passage, quotes, probability };
    }),
    rangeOf,
  );
}

/** @param parts In answer order, of distinct passages. */
export function quoted(
  finding: Finding,
  parts: readonly Quoted[],
  rangeOf: RangeOf,
): Omit<QuotedAnswer, 'isSynthesized'> {
  const { texts, sources } = cite(
    parts.map((part) => {
      const [start, end] = [part.quotes[0]!.start, part.quotes.at(-1)!.end];
      return { ...part, ...shownText(part.passage, rangeOf(part.passage, { start, end }), part.quotes) };
    }),
  );
  return {
    ...{ texts, sources },
    related: relatedTo(finding, { without: sources, limit: RELATED.below }),
    grounding: VERBATIM,
    language: parts[0]!.passage.language,
  };
}

/** A quotation says what its source says. */
export const VERBATIM: Grounding = { verdict: 'supported', score: 1 };

/** The best sentence of another passage of the first one's document, where both are short. */
function besideFirst(finding: Finding, mode: Question['mode']) {
  const { passages, ranked, best } = finding;
  const [first] = best;
  if (!first || mode === 'strict') return [];
  const { passage } = passages[first.passage]!;
  const room = WORDS_MAX - words(passage.text);
  for (const [place, { passage: other }] of passages.slice(0, NEAR_PASSAGES).entries()) {
    if (place === first.passage || other.docId !== passage.docId || words(other.text) > room) continue;
    const candidate = ranked.find(
      (each) => each.passage === place && each.features[FEATURE.pcov]! >= BESIDE_COVERAGE_MIN,
    );
    if (candidate) return [candidate];
  }
  return [];
}

/** Probability that a sentence answers in its passage; of one that was not chosen, at most that of the answer. */
function ownProbability(finding: Finding, candidate: CandidateSentence): number {
  const { reader, passages, best, agreement, probability } = finding;
  if (candidate === best[0]) return probability;
  const own = answerProbability(reader, { ...sentenceOf(passages, candidate), agreement });
  return Math.min(probability, own);
}

function words(text: string): number {
  return countWords(text, 0, text.length);
}

/**
 * The passages that may help where none answers; empty where they have nothing to do with the question.
 *
 * @param openings How the documents begin that the question asks about: the first passage may say it in its own way.
 */
export function relatedPassages(finding: Finding, openings?: Openings): RelatedSource[] {
  const [opening] = openings?.passages ?? [];
  if (opening) return [sourceOf({ passage: opening, quotes: [], probability: finding.probability })];
  return mayHelp(finding) ? relatedTo(finding, { without: [], limit: RELATED.instead }) : [];
}

/** The best passages but those that an answer shows. */
export function relatedTo(
  finding: Finding,
  { without, limit }: { without: readonly Source[]; limit: number },
): RelatedSource[] {
  const { passages } = finding;
  const shown = new Set(without.map(({ chunkId }) => chunkId));
  // Copies of a document have the same passages.
  const texts = new Set(passages.flatMap(({ passage }) => (shown.has(passage.chunkId) ? passage.text : [])));
  const others = [...passages.keys()].filter((place) => {
    const { text } = passages[place]!.passage;
    return !texts.has(text) && texts.add(text);
  });
  return others.slice(0, limit).map((place) => sourceOf(foundQuote(finding, place)));
}

/** The passage at a place of the finding, with its best sentence and the probability that it answers. */
export function foundQuote(finding: Finding, place: number): Quoted {
  const { passages, ranked } = finding;
  const { passage } = passages[place]!;
  const candidate = ranked.find((each) => each.passage === place);
  if (!candidate) return { passage, quotes: [], probability: 0 };
  const { start, end } = sentenceOf(passages, candidate).sentence;
  return { passage, quotes: [{ start, end }], probability: ownProbability(finding, candidate) };
}
