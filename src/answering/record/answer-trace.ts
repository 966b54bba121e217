import type { AnswerStatement } from '../../ports/given-answer.ts';
import type { ParsedQuestion } from '../../question/parsed-question.ts';
import { printQuestion } from '../../question/print-question.ts';
import type { Passage } from '../../retrieval/passage.ts';
import { cutAtWord, inOneLine } from '../../text/quotation.ts';
import type { Question } from '../answer.ts';
import { sentenceOf } from '../choose/sentence-reader.ts';
import type { FoundPassages } from '../find/find-passages.ts';
import type { Finding } from '../judge/finding.ts';

const TERMS_MAX = 40;
const CANDIDATES_MAX = 20;
const SENTENCES_MAX = 10;
const STATEMENTS_MAX = 50;
/** In UTF-16 units. */
const TEXT_MAX = 300;
const LABEL_MAX = 120;
const QUERY_MAX = 4_000;
const PARSED_MAX = 8_000;

/** A candidate chunk with its score at each ranking stage. */
export interface RankedCandidate
  extends Pick<Passage, 'chunkId' | 'docId' | 'title' | 'page' | 'section' | 'lexical' | 'dense' | 'fused'> {
  readonly reranked: number;
}

/** Why a question got this answer, or none. */
export interface AnswerTrace {
  readonly question: string;
  /** The standalone question that was searched for. */
  readonly query: string;
  /** How the question was read, a line for each part: see `printQuestion`. */
  readonly parsed: string;
  /** Possible languages of the question, and the one it was analysed in; ISO 639-1. */
  readonly languages: readonly string[];
  readonly language: string | null;
  /** The search terms, with their rarity in the corpus. */
  readonly terms: readonly { readonly term: string; readonly weight: number; readonly idf: number }[];
  /** Number of chunks compared. */
  readonly compared: number;
  /** Searched by words alone, as the embedding model was unavailable. */
  readonly isDegraded: boolean;
  /** The language model failed: quotations in its place, or a refusal where nothing can be quoted. */
  readonly isFallback: boolean;
  /** The best chunks. */
  readonly candidates: readonly RankedCandidate[];
  /**
   * Probability that the best sentence answers, and the threshold, which is null where a language model judged; null for
   * an approved answer.
   */
  readonly gate: { readonly probability: number; readonly threshold: number | null } | null;
  /**
   * The best sentences, the best first, with scores on a scale of their own; chosen ones are marked in the answer or
   * given to the model.
   */
  readonly sentences: readonly {
    readonly chunkId: string;
    readonly text: string;
    readonly score: number;
    readonly isChosen: boolean;
  }[];
  readonly statements: readonly AnswerStatement[];
  readonly outcome: AnswerOutcome;
  /** Tags of the asker, who saw only documents with one of them; null: all documents. */
  readonly audience: readonly string[] | null;
}

/**
 * `approved`: a reviewer had approved an answer to this question. The last four say why there is no answer: no document
 * is searchable, no passage has a word of the question, the best one is below the threshold, or the answer would not be
 * supported.
 */
export type AnswerOutcome =
  | 'answered'
  | 'approved'
  | 'nothing_ingested'
  | 'nothing_found'
  | 'below_threshold'
  | 'not_supported';

/** The inputs of a trace: references only, so that recording it costs nothing. */
export interface TracedAnswer {
  readonly question: Pick<Question, 'text' | 'scoreThreshold'>;
  readonly corpus: { readonly documents: number; idf(term: string): number };
  readonly evidence: Pick<FoundPassages, 'ranked' | 'candidates' | 'isDegraded' | 'language'> & {
    readonly query: ParsedQuestion;
    /** Absent for an approved answer. */
    readonly finding: Finding | undefined;
  };
  /** Absent when nothing was stated. */
  readonly statements: readonly AnswerStatement[] | undefined;
  readonly isFallback: boolean;
  /** A language model read the passages: no threshold decided. */
  readonly isJudged: boolean;
  readonly audience: readonly string[] | null;
}

/** A trace with every text shortened for display. */
export function traceOf(answered: TracedAnswer): AnswerTrace {
  const { question, corpus, evidence, statements, isJudged } = answered;
  const { query, language, candidates, isDegraded, ranked, finding } = evidence;
  return {
    ...{ question: question.text, languages: query.languages, language },
    query: shortened(query.standalone.text, QUERY_MAX),
    parsed: cutAtWord(printQuestion(query), PARSED_MAX),
    terms: query.terms
      .slice(0, TERMS_MAX)
      .map(({ term, weight }) => ({ term: shortened(term, LABEL_MAX), weight, idf: corpus.idf(term) })),
    ...{ compared: candidates, isDegraded, isFallback: answered.isFallback },
    candidates: ranked.slice(0, CANDIDATES_MAX).map(rankedCandidate),
    gate: finding
      ? { probability: finding.probability, threshold: isJudged ? null : question.scoreThreshold }
      : null,
    sentences: finding ? sentencesOf(finding) : [],
    statements: (statements ?? []).slice(0, STATEMENTS_MAX),
    outcome: outcomeOf(answered),
    audience: answered.audience,
  };
}

function rankedCandidate(passage: Passage): RankedCandidate {
  const { chunkId, docId, page, lexical, dense, fused, score } = passage;
  const section = passage.section && shortened(passage.section, LABEL_MAX);
  const title = shortened(passage.title, LABEL_MAX);
  return { chunkId, docId, title, page, section, lexical, dense, fused, reranked: score };
}

function outcomeOf({ question, corpus, evidence, statements, isJudged }: TracedAnswer): AnswerOutcome {
  const { finding } = evidence;
  if (statements) return finding ? 'answered' : 'approved';
  if (isJudged) return 'not_supported';
  if (corpus.documents === 0) return 'nothing_ingested';
  if (!finding || finding.probability === 0) return 'nothing_found';
  return finding.probability < question.scoreThreshold ? 'below_threshold' : 'not_supported';
}

function sentencesOf({ ranked, passages, best }: Finding): AnswerTrace['sentences'] {
  return ranked.slice(0, SENTENCES_MAX).map((candidate) => {
    const { passage, sentence } = sentenceOf(passages, candidate);
    return {
      chunkId: passage.chunkId,
      text: shortened(passage.text.slice(sentence.start, sentence.end), TEXT_MAX),
      score: candidate.score,
      isChosen: best.some(
        (chosen) => chosen.passage === candidate.passage && chosen.sentence === candidate.sentence,
      ),
    };
  });
}

function shortened(text: string, max: number): string {
  return cutAtWord(inOneLine(text), max);
}
