import { untilAborted } from '../../concurrency/deadline.ts';
import type { GivenAnswer } from '../../ports/given-answer.ts';
import type { Answer, AnswerQuestion, Question } from '../answer.ts';

/** What happens to an answer before the asker has all of it. */
interface Curation {
  /** Holds it for review if needed, durably. @returns Id of the review entry; null when it is not held. */
  hold(answer: GivenAnswer): Promise<string | null>;
  /** Records it; returns at once. */
  record(answer: GivenAnswer): void;
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
      const given = givenAnswer(question, answer);
      const reviewEntryId = await untilAborted(hold(given), options.signal);
      record(given);
      yield { type: 'done', answer: { ...answer, meta: { ...answer.meta, reviewEntryId } } };
    }
  };
}

function givenAnswer({ text: asked, filter }: Question, { text, sources, meta }: Answer): GivenAnswer {
  const { mode, model, grounded, groundedScore, statements, refused, synthesized, correlationId } = meta;
  const { standalone, usage, timingsMs, retrieval } = meta;
  return {
    ...{ correlationId, asked, question: standalone, answer: text, sources, statements },
    ...{ refused, synthesized, grounded, groundedScore, mode, model, usage, timingsMs },
    bestScore: retrieval.bestScore,
    audience: filter.visibleTo ?? null,
  };
}
