import type { KeyValueStore } from '../ports/key-value-store.ts';
import type { Logger } from '../ports/logger.ts';

const DAY_MS = 86_400_000;
/** For so long somebody may say what they thought of an answer. */
const KEPT_MS = 30 * DAY_MS;
/** In UTF-16 units; so an entry has at most about 30 KB. */
const QUESTION_MAX = 2_000;
const ANSWER_MAX = 8_000;

export interface LoggedAnswer {
  readonly question: string;
  readonly answer: string;
}

/** What was answered under a correlation id, for feedback to refer to. Not tied to who asked. */
export interface AnswerLog {
  /** Returns at once; an entry that cannot be written is logged and missing. A later answer of the same id replaces it. */
  record(correlationId: string, answered: LoggedAnswer): void;
  /** undefined when the id is not known, or not any more. */
  find(correlationId: string): Promise<LoggedAnswer | undefined>;
}

export function createAnswerLog(parts: { store: KeyValueStore; logger: Logger }): AnswerLog {
  const { store, logger } = parts;
  /** Writes under way; as many as the store lets wait. */
  const underway = new Set<Promise<void>>();

  async function write(correlationId: string, { question, answer }: LoggedAnswer): Promise<void> {
    const entry: [string, string] = [cut(question, QUESTION_MAX), cut(answer, ANSWER_MAX)];
    try {
      await store.set(keyOf(correlationId), JSON.stringify(entry), { ttlMs: KEPT_MS });
    } catch (error) {
      logger.warn('An answer could not be noted for feedback', {
        error: error instanceof Error ? error : String(error),
      });
    }
  }

  return {
    record(correlationId, answered) {
      const writing = write(correlationId, answered);
      underway.add(writing);
      writing.then(() => underway.delete(writing));
    },

    async find(correlationId) {
      await Promise.all(underway);
      const stored = await store.get(keyOf(correlationId));
      if (stored === undefined) return undefined;
      const [question, answer] = JSON.parse(stored) as [string, string];
      return { question, answer };
    },
  };
}

function keyOf(correlationId: string): string {
  return `answer/${correlationId}`;
}

/** Half a character must not remain. */
function cut(text: string, max: number): string {
  return text.length <= max ? text : text.slice(0, max).toWellFormed();
}
