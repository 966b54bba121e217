import { standAlone } from '../src/answering/read/follow-up.ts';
import { parseQuestion } from '../src/question/parsed-question.ts';
import { questionLanguages } from '../src/question/question-language.ts';
import type { Passage } from '../src/retrieval/passage.ts';
import type { AskedQuestion, Line, RankedQuestion } from './evaluation-set.ts';
import { finderOf } from './finder.ts';
import type { IndexedCorpus } from './indexed-corpus.ts';
import { type Figures, figuresOf, meanFigures } from './metrics.ts';
import type { Reference } from './reference.ts';

/** Passages behind the first ten units: the retriever's depth for answers. */
const PASSAGES = 50;
/** Passages behind the first hundred units; several may be of one document. */
const PASSAGES_DEEP = 400;

export interface MeasuredLine {
  readonly name: string;
  readonly questions: number;
  readonly figures: Figures;
  readonly reference: Reference | undefined;
  /** Retrieval only, mean, from the question's text to its passages. */
  readonly msPerQuestion: number;
}

/** Asks every question of `line` and compares the retrieved passages with the judgments. */
export async function measureLine(corpus: IndexedCorpus, line: Line): Promise<MeasuredLine> {
  const finder = finderOf(corpus);
  const all: Figures[] = [];
  let searchMs = 0;
  for (const question of line.questions) {
    const relevant = await relevantUnits(corpus, line, question);
    const startedAt = performance.now();
    const query = await queryOf(corpus, question);
    const filter = question.within ? { docIds: corpus.docIdsOf(question.within) } : {};
    const { passages } = await finder.find(query, { limit: PASSAGES, ...filter });
    searchMs += performance.now() - startedAt;
    const units = unitsOf(corpus, line, passages);
    const deep = await finder.find(query, { limit: PASSAGES_DEEP, ...filter });
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

/** From a question to a search query, as in answering: language, terms, words of earlier turns. */
async function queryOf(
  { documentStore, searchIndex }: IndexedCorpus,
  { text, earlier, lastAnswer = '' }: AskedQuestion,
) {
  const languages = questionLanguages(text, await documentStore.languages());
  const { idf } = await searchIndex.statistics();
  const turns = earlier.map((question, turn) => ({
    question,
    answer: turn === earlier.length - 1 ? lastAnswer : '',
  }));
  return standAlone(parseQuestion(text, languages), { turns, summary: [] }, { idf });
}

/** The ranking of judged units: each ranks where its best passage does. */
function unitsOf(corpus: IndexedCorpus, { unit }: Line, passages: readonly Passage[]): string[] {
  const units = passages.map(({ chunkId, docId, page }) => {
    if (unit === 'chunk') return chunkId;
    return unit === 'page' ? `${corpus.keyOf(docId)}#p${page}` : corpus.keyOf(docId);
  });
  return [...new Set(units)];
}

/** Chunk judgments name an offset in the chunk, as chunk boundaries are not known beforehand. */
async function relevantUnits(
  corpus: IndexedCorpus,
  { unit }: Line,
  { relevant }: RankedQuestion,
): Promise<ReadonlyMap<string, number>> {
  if (unit !== 'chunk') return relevant;
  const chunks = new Map<string, number>();
  for (const [place, grade] of relevant) {
    const at = place.lastIndexOf('@');
    const chunkId = await corpus.chunkAt(place.slice(0, at), Number(place.slice(at + 1)));
    chunks.set(chunkId ?? place, grade);
  }
  return chunks;
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
