import type { Answer, AnswerMeta, AnswerQuestion } from '../../answering/answer.ts';
import { EXTRACTIVE } from '../../kernel/model-providers.ts';
import { ClientLeftError } from '../requests/bound-requests.ts';

/** The outcome of a question. */
export interface EndedQuestion {
  readonly mode: AnswerMeta['mode'];
  readonly outcome: Outcome | 'failed' | 'abandoned';
  /** Null when the answer states nothing. */
  readonly grounded: AnswerMeta['grounded'];
  /** Undefined without an answer or a search. */
  readonly timingsMs: AnswerMeta['timingsMs'] | undefined;
}

type Outcome = 'quoted' | 'composed' | 'cached' | 'approved' | 'greeting' | 'refused';

/** Passes the answers through; `ended` is called once for each question, whatever its outcome. */
export function withAnswerMetrics(
  answerQuestion: AnswerQuestion,
  ended: (question: EndedQuestion) => void,
): AnswerQuestion {
  return async function* measured(question, options) {
    const { mode } = question;
    // A client that stops reading before `done` has left.
    let of: EndedQuestion = { mode, outcome: 'abandoned', grounded: null, timingsMs: undefined };
    try {
      for await (const event of answerQuestion(question, options)) {
        if (event.type === 'done') of = endedBy(event.answer);
        yield event;
      }
    } catch (error) {
      if (!(error instanceof ClientLeftError)) of = { ...of, outcome: 'failed' };
      throw error;
    } finally {
      ended(of);
    }
  };
}

function endedBy(answer: Answer): EndedQuestion {
  const { mode, grounded, timingsMs } = answer.meta;
  const outcome = outcomeOf(answer);
  return { mode, outcome, grounded, timingsMs: outcome === 'greeting' ? undefined : timingsMs };
}

function outcomeOf({ sources, meta }: Answer): Outcome {
  if (meta.refused) return 'refused';
  if (meta.grounded === null) return 'greeting';
  if (meta.cached) return 'cached';
  if (meta.model !== EXTRACTIVE) return 'composed';
  return sources.every(({ kind }) => kind === 'approved_answer') ? 'approved' : 'quoted';
}
