import { untilAborted } from '../../concurrency/deadline.ts';
import { continuesEarlier } from '../../question/continuation.ts';
import type { Answer, AnswerMeta, AnswerQuestion, Question } from '../answer.ts';

/** The other receivers of answers. */
interface Curation {
  /** Holds it for review if needed, durably. @returns Id of the review entry; null when it is not held. */
  hold(answer: CuratedAnswer): Promise<string | null>;
  /** Records the answer; returns at once. */
  record(answer: CuratedAnswer & NotedMeasures): void;
}

interface CuratedAnswer
  extends Pick<
    AnswerMeta,
    | 'mode'
    | 'model'
    | 'grounded'
    | 'groundedScore'
    | 'statements'
    | 'refused'
    | 'synthesized'
    | 'correlationId'
  > {
  /** The standalone question. */
  readonly question: string;
  readonly answer: string;
  readonly sources: Answer['sources'];
}

/** What is recorded as well. */
interface NotedMeasures extends Pick<AnswerMeta, 'usage' | 'timingsMs'> {
  /** The question as asked. */
  readonly asked: string;
  readonly bestScore: number;
}

/**
 * The same answers, each recorded, and held for review where due, before the `done` event.
 *
 * @throws What holding throws: an answer due for review is not given without it.
 */
export function withCuration(answerQuestion: AnswerQuestion, { hold, record }: Curation): AnswerQuestion {
  return async function* curated(question, options) {
    for await (const event of answerQuestion(question, options)) {
      if (event.type !== 'done') {
        yield event;
        continue;
      }
      const { answer } = event;
      const { meta } = answer;
      const curated = curatedAnswer(question, answer);
      const reviewEntryId = await untilAborted(hold(curated), options.signal);
      const { usage, timingsMs } = meta;
      const { bestScore } = meta.retrieval;
      record({ ...curated, asked: question.text, bestScore, usage, timingsMs });
      yield { type: 'done', answer: { ...answer, meta: { ...meta, reviewEntryId } } };
    }
  };
}

function curatedAnswer(question: Question, { text, sources, meta }: Answer): CuratedAnswer {
  const { mode, model, grounded, groundedScore, statements, refused, synthesized, correlationId } = meta;
  return {
    ...{ mode, model, grounded, groundedScore, statements, refused, synthesized, correlationId },
    question: standaloneText(question, meta.retrieval.query),
    answer: text,
    sources,
  };
}

/** A follow-up has a meaning only in its conversation. Most questions are searched for as they are, and not tested. */
function standaloneText({ text }: Question, query: string): string {
  return query !== text && continuesEarlier(text) ? query : text;
}
