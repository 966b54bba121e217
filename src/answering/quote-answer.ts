import { EXTRACTIVE } from '../model-providers.ts';
import { countWords } from '../retrieval/analysis/word-count.ts';
import type { AnswerEvent, Question, RelatedSource, Source } from './answer.ts';
import { type CitedText, cite, sourceOf } from './citation.ts';
import { type Finding, isAnswerable, sentenceOf } from './finding.ts';
import { answerProbability } from './gate.ts';
import type { Grounding } from './grounding.ts';
import { shownRange } from './shown-range.ts';
import { shownText } from './shown-text.ts';
import { answerParts, statementsOf } from './statements.ts';
import type { NothingWritten, WritingTask, WrittenAnswer } from './written-answer.ts';

/** Another passage of the document is shown as well where both together have no more words. */
const WORDS_MAX = 240;
/** The passages among which it is looked for. */
const NEAR_PASSAGES = 5;
/** Passages below an answer, and in place of one. */
export const RELATED = { below: 2, instead: 3 } as const;
/** Passages that are less probable have nothing to do with the question. */
const RELATED_PROBABILITY_MIN = 0.1;

/** An answer that consists of passages only. */
export interface QuotedAnswer {
  readonly texts: readonly CitedText[];
  readonly sources: readonly Source[];
  readonly related: readonly RelatedSource[];
  readonly grounding: Grounding;
  /** Quotes several documents: no single source says all of it. */
  readonly isSynthesized: boolean;
  /** Language of the passage that answers; null when unknown. */
  readonly language: string | null;
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
  const { words, match, passages, best, agreement, probability } = finding;
  const [first] = best;
  const wanted = question.mode === 'strict' ? best.slice(0, 1) : best;
  const chosen = [...wanted, ...(wanted.length === 1 ? besideFirst(finding, question.mode) : [])];
  const { texts, sources } = cite(
    chosen.map((candidate) => {
      const found = sentenceOf(passages, candidate);
      const { passage, sentence } = found;
      const own = answerProbability(words, { ...found, agreement }, match);
      return {
        passage,
        ...shownText(passage.text, shownRange(passage.text, sentence), sentence),
        quotes: [{ start: sentence.start, end: sentence.end }],
        probability: candidate === first ? probability : Math.min(probability, own),
      };
    }),
  );
  const documents = new Set(sources.map(({ docId }) => docId));
  return {
    ...{ texts, sources },
    related: relatedTo(finding, { without: sources, limit: RELATED.below }),
    grounding: VERBATIM,
    isSynthesized: documents.size > 1 && question.mode !== 'open',
    language: passages[first!.passage]!.passage.language,
  };
}

/** A quotation says what its source says. */
export const VERBATIM: Grounding = { verdict: 'supported', score: 1, statements: [] };

/** The best sentence of another passage of the first one's document, where both are short. */
function besideFirst({ passages, ranked, best: [first] }: Finding, mode: Question['mode']) {
  if (!first || mode === 'strict') return [];
  const { passage } = passages[first.passage]!;
  const room = WORDS_MAX - words(passage.text);
  const near = passages.slice(0, NEAR_PASSAGES);
  const other = near.findIndex(
    ({ passage: beside }) =>
      beside !== passage && beside.docId === passage.docId && words(beside.text) <= room,
  );
  const best = ranked.find((candidate) => candidate.passage === other);
  return best ? [best] : [];
}

function words(text: string): number {
  return countWords(text, 0, text.length);
}

/** The passages that may help where none answers; empty where they have nothing to do with the question. */
export function relatedPassages(finding: Finding): RelatedSource[] {
  if (finding.probability < RELATED_PROBABILITY_MIN) return [];
  return relatedTo(finding, { without: [], limit: RELATED.instead });
}

/** The best passages but those that an answer shows. */
export function relatedTo(
  { words, match, passages, ranked, agreement, probability }: Finding,
  { without, limit }: { without: readonly Source[]; limit: number },
): RelatedSource[] {
  const shown = new Set(without.map(({ chunkId }) => chunkId));
  const others = [...passages.keys()].filter((place) => !shown.has(passages[place]!.passage.chunkId));
  return others.slice(0, limit).map((place) => {
    const { passage } = passages[place]!;
    const candidate = ranked.find((each) => each.passage === place);
    if (!candidate) return sourceOf({ passage, quotes: [], probability: 0 });
    const found = sentenceOf(passages, candidate);
    const own = answerProbability(words, { ...found, agreement }, match);
    const { start, end } = found.sentence;
    return sourceOf({ passage, quotes: [{ start, end }], probability: Math.min(probability, own) });
  });
}

/** Writes the passages found, each with its source. */
export function* writeQuotations({
  question,
  finding,
}: WritingTask): Generator<AnswerEvent, WrittenAnswer | NothingWritten> {
  const answer = quoteAnswer(question, finding);
  if (!answer) return NOTHING;
  return yield* sendQuotations(answer);
}

const NOTHING: NothingWritten = { sent: 'nothing', model: EXTRACTIVE };

/** Sends a quoted answer as events. */
export function* sendQuotations(answer: QuotedAnswer): Generator<AnswerEvent, WrittenAnswer> {
  yield { type: 'sources', sources: answer.sources };
  yield* quotationTokens(answer);
  return writtenQuotations(answer);
}

export function* quotationTokens({ texts }: QuotedAnswer): Generator<AnswerEvent, void> {
  for (const delta of answerParts(texts)) yield { type: 'token', delta };
}

export function writtenQuotations(answer: QuotedAnswer): WrittenAnswer {
  const { texts, sources, related, grounding, isSynthesized, language } = answer;
  return {
    text: answerParts(texts).join(''),
    ...{ sources, related, grounding, isSynthesized, language },
    statements: statementsOf(texts),
    gist: texts.map(({ text, marked }) => text.slice(marked.start, marked.end)).join(' '),
    model: EXTRACTIVE,
  };
}
