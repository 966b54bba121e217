import { asError } from '../errors.ts';
import type { AnsweredQuestion, AnsweredText, AnswerStore } from '../ports/answer-store.ts';
import type { GivenAnswer } from '../ports/given-answer.ts';
import type { Logger } from '../ports/logger.ts';
import { latencyClassOf } from './latency-class.ts';
import { questionKey } from './question-key.ts';

const DAY_MS = 86_400_000;
/** How long feedback on an answer is accepted and its texts are stored. */
export const TEXT_DAYS = 30;
/** How long answers without texts, and their counts, are stored. */
export const FIGURE_DAYS = 90;
/** In UTF-16 units; an entry has at most about 30 KB. */
const QUESTION_MAX = 2_000;
const ANSWER_MAX = 8_000;
/**
 * Answers are written in batches after this delay; this many in one step, which blocks the event loop for a
 * millisecond.
 */
const WRITE_AFTER_MS = 1_000;
const WRITTEN_TOGETHER = 200;
/** The store forgets a thousand at a time: more than are answered in between. */
const FORGET_EVERY_MS = 60_000;
/** Answers waiting to be written; beyond it they are dropped. */
const WAITING_MAX = 5_000;

export type AnswerLog = ReturnType<typeof createAnswerLog>;

/**
 * Answers by correlation id, for feedback to refer to and for statistics. Not tied to who asked. Disposing of it writes
 * pending answers; a crash loses those of the last second.
 *
 * @param parts.now Milliseconds since the epoch.
 */
export function createAnswerLog(parts: {
  store: Pick<AnswerStore, 'add' | 'find' | 'forget'>;
  logger: Logger;
  now: () => number;
}) {
  const { store, logger, now } = parts;
  let waiting: AnsweredQuestion[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let isFull = false;

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const answers = waiting.slice(0, WRITTEN_TOGETHER);
      try {
        await store.add(answers);
      } catch (error) {
        logger.warn('Answers could not be recorded for feedback and statistics', {
          answers: answers.length,
          error: asError(error),
        });
      }
      waiting = waiting.slice(answers.length);
      isFull = false;
    }
  }

  async function forget(): Promise<void> {
    const olderThan = (days: number) => now() - days * DAY_MS;
    const [texts, figures] = [olderThan(TEXT_DAYS), olderThan(FIGURE_DAYS)];
    try {
      await store.forget({ texts, figures, answers: figures });
    } catch (error) {
      logger.warn('Old answers could not be deleted', { error: asError(error) });
    }
  }

  // Even on an idle server.
  const upkeep = setInterval(forget, FORGET_EVERY_MS).unref();

  /** One write after the other. */
  function writeSoon(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      writing = writing.then(write).then(forget);
    }, WRITE_AFTER_MS).unref();
  }

  return {
    /**
     * Returns at once; an entry that cannot be written is logged and missing. A later answer with the same id hides it.
     */
    record(answered: GivenAnswer): void {
      if (waiting.length >= WAITING_MAX) {
        if (!isFull)
          logger.warn('Answers are not recorded because too many are waiting', { limit: WAITING_MAX });
        isFull = true;
        return;
      }
      waiting.push(entryOf(answered, now()));
      writeSoon();
    },

    /** undefined when the id is unknown or expired. */
    async find(correlationId: string): Promise<AnsweredText | undefined> {
      const found =
        waiting.findLast((entry) => entry.correlationId === correlationId) ??
        (await store.find(correlationId));
      return found && found.at > now() - TEXT_DAYS * DAY_MS ? found : undefined;
    },

    async [Symbol.asyncDispose](): Promise<void> {
      clearTimeout(timer);
      clearInterval(upkeep);
      await writing;
      await write();
    },
  };
}

function entryOf(answered: GivenAnswer, at: number): AnsweredQuestion {
  const { asked, question, answer, correlationId, refused, grounded, groundedScore } = answered;
  const { bestScore, mode, model, usage, timingsMs } = answered;
  return {
    ...{ correlationId, at, refused, grounded, groundedScore, bestScore, mode, model, usage, timingsMs },
    question: cut(asked, QUESTION_MAX),
    standalone: question === asked ? null : cut(question, QUESTION_MAX),
    questionKey: cut(questionKey(question, answered.audience), QUESTION_MAX),
    answer: cut(answer, ANSWER_MAX),
    latencyClass: latencyClassOf(timingsMs.total),
  };
}

/** The first `max` UTF-16 units, without a lone surrogate at the end. */
function cut(text: string, max: number): string {
  return text.length <= max ? text : text.slice(0, max).toWellFormed();
}
