import type { Side } from '../retrieval/neighbours.ts';
import type { Passage } from '../retrieval/passage.ts';
import type { Retriever } from '../retrieval/retriever.ts';
import { untilAborted } from '../until-aborted.ts';
import type { Question } from './answer.ts';
import { type Finding, type FindingContext, type FoundPassages, findSentences } from './finding.ts';

/** A question limited to fewer passages gets no neighbours on top. */
const LIMIT_MIN = 3;
/** An answer this probable needs no neighbours: two in three of them are right, and reading costs time. */
const SURE_PROBABILITY = 0.5;

/**
 * Looks for the answer in the passages. If the best sentence is the first or last of its passage, it also reads the
 * neighbouring chunk, unless it probably answers: chunks end after some 175 words, and the answer may continue in the
 * next one.
 *
 * @throws The signal's reason when it aborts.
 */
export async function findAnswer(
  question: Pick<Question, 'mode' | 'topK'> & Partial<Pick<Question, 'filter'>>,
  retrieval: FoundPassages,
  context: FindingContext & { retriever: Pick<Retriever, 'neighbours'>; signal: AbortSignal },
): Promise<Finding> {
  const { retriever, signal } = context;
  const finding = findSentences(question, retrieval, context);
  if (question.topK < LIMIT_MIN || finding.probability >= SURE_PROBABILITY) return finding;
  const end = endOfPassage(finding);
  if (!end) return finding;
  const around = await untilAborted(retriever.neighbours(end.passage, end.sides), signal);
  const texts = new Set(retrieval.passages.map(({ text }) => text));
  const neighbours = around.filter(({ text }) => !texts.has(text));
  return neighbours.length === 0 ? finding : findSentences(question, retrieval, { ...context, neighbours });
}

/** The passage of the best sentence, and the sides on which that sentence is at its end. */
function endOfPassage({ extracted: [best] }: Finding): { passage: Passage; sides: Side[] } | undefined {
  if (!best) return undefined;
  const { passage, analysis, sentence } = best;
  const sides: Side[] = [];
  if (sentence === analysis.sentences[0]) sides.push('before');
  if (sentence === analysis.sentences.at(-1)) sides.push('behind');
  return sides.length > 0 ? { passage, sides } : undefined;
}
