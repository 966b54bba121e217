import { createHash } from 'node:crypto';
import { untilAborted } from '../../../concurrency/deadline.ts';
import type { AnswerEvent } from '../../answer.ts';
import { hasBefore } from '../../conversation.ts';
import { isForModel } from '../../judge/finding.ts';
import { createSharedWork } from '../../model/shared-work.ts';
import {
  type Composer,
  isNothing,
  type NothingWritten,
  type WritingTask,
  type WrittenAnswer,
} from '../written-answer.ts';
import type { AnswerCache } from './answer-cache.ts';

/**
 * A composer that reuses an answer when all its inputs are the same: an equal standalone question, the same mode and
 * language, and the same passages with the same texts in the same order. Retrieval is never cached, so an outdated
 * version of a document is never cited: once it is replaced, renamed or deleted, the passages differ. An answer is not
 * reused once people have approved or rejected an answer to its question, in whichever process.
 *
 * Equal questions asked at the same time share one call.
 */
export function withAnswerCache<Wrapped extends Composer>(
  composer: Wrapped,
  {
    cache,
    questionKey,
    decidedAt,
  }: {
    cache: AnswerCache;
    /** The same for equal questions. */
    questionKey: (question: string, audience: readonly string[] | null) => string;
    /** When an answer to the question key was last approved or rejected. */
    decidedAt: (questionKey: string) => Promise<number | undefined>;
  },
): Wrapped {
  const follow = createSharedWork<AnswerEvent, WrittenAnswer | NothingWritten>();

  async function* writeAndCache(task: WritingTask, key: string) {
    const written = yield* composer.write(task);
    if (isWorthCaching(written)) cache.add(key, written);
    return written;
  }

  /** Undefined when it is not known what people have decided. */
  async function keyFor(task: WritingTask): Promise<string | undefined> {
    const audience = task.question.filter.visibleTo ?? null;
    const keys = new Set(
      [task.question.text, task.query.asked.text].map((text) => questionKey(text, audience)),
    );
    try {
      const decided = await untilAborted(Promise.all([...keys].map(decidedAt)), task.signal);
      return keyOf(task, { questionKey, decidedAt: Math.max(...decided.map((at) => at ?? 0)) });
    } catch {
      task.signal.throwIfAborted();
      return undefined;
    }
  }

  async function* write(task: WritingTask): AsyncGenerator<AnswerEvent, WrittenAnswer | NothingWritten> {
    if (!standsAlone(task) || !isForModel(task.finding, task)) return yield* composer.write(task);
    const key = await keyFor(task);
    if (key === undefined) return yield* composer.write(task);
    const known = cache.find(key);
    if (known) {
      yield { type: 'sources', sources: known.sources };
      yield { type: 'token', delta: known.text };
      return { ...known, isReused: true };
    }
    // An answer may contain parts of the conversation that the model read, which must not reach others.
    if (hasBefore(task.conversation)) return yield* composer.write(task);
    let isOurs = false;
    const begin = (signal: AbortSignal) => {
      isOurs = true;
      return writeAndCache({ ...task, signal }, key);
    };
    const written = yield* follow(key, begin, task.signal);
    return isOurs || isNothing(written) || written.isFallback ? written : { ...written, isReused: true };
  }

  return { ...composer, write };
}

/** A sourced answer by the model; no fallback and no refusal, since the next try may do better. */
function isWorthCaching(written: WrittenAnswer | NothingWritten): written is WrittenAnswer {
  return !isNothing(written) && !written.isFallback && written.sources.length > 0;
}

/** Whether the question is complete by itself, without words carried over from earlier turns. */
function standsAlone(task: WritingTask): boolean {
  const { carried, continues } = task.query;
  return carried.length === 0 && !(hasBefore(task.conversation) && continues);
}

/** Everything the answer depends on, except what is fixed while the server runs: model, persona and other settings. */
function keyOf(
  { question, query, finding, language }: WritingTask,
  {
    questionKey,
    decidedAt,
  }: { questionKey: (question: string, audience: readonly string[] | null) => string; decidedAt: number },
): string {
  const passages = finding.passages.map(({ passage }) => {
    const { chunkId, title, fileName, updatedAt, url, kind, text, start, page, section } = passage;
    return [chunkId, title, fileName, updatedAt, url, kind, text, start, page, section, passage.language];
  });
  const { mode, language: asked } = question;
  const audience = question.filter.visibleTo ?? null;
  const all = [questionKey(query.asked.text, audience), decidedAt, mode, asked, language, passages];
  return createHash('sha256').update(JSON.stringify(all)).digest('base64');
}
