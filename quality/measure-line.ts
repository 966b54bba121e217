import type { FoundPassages } from '../src/answering/find/find-passages.ts';
import type { ParsedQuestion } from '../src/question/parsed-question.ts';
import type { Line } from './evaluation-set.ts';
import { finderOf } from './finder.ts';
import type { IndexedCorpus } from './indexed-corpus.ts';
import { relevantUnits, unitsOf } from './judged-units.ts';
import { type Figures, figuresOf, meanFigures } from './metrics.ts';
import { createQueries } from './queries.ts';
import type { Reference } from './reference.ts';

/** Passages behind the first ten units: the retriever's depth for answers. */
const PASSAGES = 50;
/** Passages behind the first hundred units; several may be of one document. */
const PASSAGES_DEEP = 400;

/** A search to be measured. */
export interface MeasuredFinder {
  find(
    question: ParsedQuestion,
    options: { limit: number; docIds?: ReadonlySet<string> },
  ): Promise<Pick<FoundPassages, 'passages'>>;
}

export interface MeasuredLine {
  readonly name: string;
  readonly questions: number;
  readonly figures: Figures;
  readonly reference: Reference | undefined;
  /** Retrieval only, mean, from the question's text to its passages. */
  readonly msPerQuestion: number;
}

/**
 * Asks every question of `line` and compares the retrieved passages with the judgments.
 *
 * @param options Another search than the product's, and other depths, for measuring settings.
 */
export async function measureLine(
  corpus: IndexedCorpus,
  line: Line,
  {
    finder = finderOf(corpus) as MeasuredFinder,
    passages: limit = PASSAGES,
    passagesDeep = PASSAGES_DEEP,
  } = {},
): Promise<MeasuredLine> {
  const queryOf = createQueries(corpus);
  const all: Figures[] = [];
  let searchMs = 0;
  for (const question of line.questions) {
    const relevant = await relevantUnits(corpus, line, question);
    const startedAt = performance.now();
    const { query, filter } = await queryOf(question);
    const { passages } = await finder.find(query, { limit, ...filter });
    searchMs += performance.now() - startedAt;
    const units = unitsOf(corpus, line, passages);
    const deep = await finder.find(query, { limit: passagesDeep, ...filter });
    const deepUnits = unitsOf(corpus, line, deep.passages);
    all.push({ ...figuresOf(units, relevant), recall100: figuresOf(deepUnits, relevant).recall100 });
  }
  return {
    name: line.name,
    questions: line.questions.length,
    figures: meanFigures(all),
    reference: line.reference,
    msPerQuestion: searchMs / Math.max(1, line.questions.length),
  };
}

/** Averages the lines of one kind, each with equal weight. */
export function meanLine(
  name: string,
  members: readonly MeasuredLine[],
  reference: Reference | undefined,
): MeasuredLine {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const questions = sum(members.map((line) => line.questions));
  return {
    name,
    questions,
    figures: meanFigures(members.map((line) => line.figures)),
    reference,
    msPerQuestion: sum(members.map((line) => line.msPerQuestion * line.questions)) / Math.max(1, questions),
  };
}
