import type { Answer, AnswerMeta, Question } from './answer.ts';
import type { AnswerQuestion } from './answer-question.ts';
import { continuesEarlier } from './conversation/dependent-question.ts';
import { untilAborted } from './until-aborted.ts';

/** Who else is told of answers. */
interface Curation {
  /** Holds it for review if need be, durably. @returns The review entry; null when it is not held. */
  hold(answer: CuratedAnswer): Promise<string | null>;
  /** Notes what was answered; returns at once. */
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
  /** As it means something by itself. */
  readonly question: string;
  readonly answer: string;
  readonly sources: Answer['sources'];
}

/** What is noted besides. */
interface NotedMeasures extends Pick<AnswerMeta, 'usage' | 'timingsMs'> {
  /** As it was asked. */
  readonly asked: string;
  readonly bestScore: number;
}

/**
 * The same answers, each noted, and held where people are to judge it, before `done` is told.
 *
 * @throws What holding throws: what is to be judged is not given as if it were.
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
    // A follow-up means something only together with what it follows.
    question: continuesEarlier(question.text) ? meta.retrieval.query : question.text,
    answer: text,
    sources,
  };
}
