import { createHash } from 'node:crypto';
import type { AnswerEvent } from '../answer.ts';
import { continuesEarlier } from '../conversation/dependent-question.ts';
import { isAnswerable } from '../finding.ts';
import { EXTRACTIVE } from '../quoted-answer.ts';
import type { Composer, NothingWritten, WritingTask, WrittenAnswer } from '../written-answer.ts';
import type { AnswerCache } from './answer-cache.ts';
import { createSharedWork } from './shared-work.ts';

/**
 * A composer that gives an answer again where it would write one from the very same things: an equal question that stands
 * alone, the same mode and language, the same passages of the same texts in the same order. What is searched is never
 * remembered, so that a document that was replaced, renamed or deleted is not cited from what it was: its passages differ.
 *
 * Equal questions that are asked at the same time are answered by one call.
 */
export function withAnswerCache<Wrapped extends Composer>(
  composer: Wrapped,
  { cache, questionKey }: { cache: AnswerCache; questionKey: (question: string) => string },
): Wrapped {
  const follow = createSharedWork<AnswerEvent, WrittenAnswer | NothingWritten>();

  async function* writeAndKeep(task: WritingTask, key: string) {
    const written = yield* composer.write(task);
    if (isWorthKeeping(written)) cache.keep(key, written, task.query.question);
    return written;
  }

  async function* write(task: WritingTask): AsyncGenerator<AnswerEvent, WrittenAnswer | NothingWritten> {
    if (!standsAlone(task) || !isAnswerable(task.finding, task.question.scoreThreshold))
      return yield* composer.write(task);
    const key = keyOf(task, questionKey);
    const known = cache.find(key);
    if (known) {
      yield { type: 'sources', sources: known.sources };
      yield { type: 'token', delta: known.text };
      return { ...known, isReused: true };
    }
    // What the model reads of a conversation may turn up in its answer, and is nobody else's.
    if (hasBefore(task)) return yield* composer.write(task);
    let isOurs = false;
    const begin = (signal: AbortSignal) => {
      isOurs = true;
      return writeAndKeep({ ...task, signal }, key);
    };
    const written = yield* follow(key, begin, task.signal);
    return isOurs || isNothing(written) ? written : { ...written, isReused: true };
  }

  return { ...composer, write };
}

function isNothing(written: WrittenAnswer | NothingWritten): written is NothingWritten {
  return 'sent' in written;
}

/** What the model wrote and a passage carries; not what stood in for the model, and no refusal: the next one may do better. */
function isWorthKeeping(written: WrittenAnswer | NothingWritten): written is WrittenAnswer {
  return !isNothing(written) && written.model !== EXTRACTIVE && written.sources.length > 0;
}

function hasBefore({ conversation }: WritingTask): boolean {
  return conversation.turns.length > 0 || conversation.summary.length > 0;
}

/** Whether the question says by itself what it asks: words that earlier turns lend it are none of its own. */
function standsAlone(task: WritingTask): boolean {
  const { query } = task;
  return query.carried.length === 0 && !(hasBefore(task) && continuesEarlier(query.question));
}

/** All that the answer depends on, but what stays the same while the server runs: model, persona and other settings. */
function keyOf(
  { question, query, finding, language }: WritingTask,
  questionKey: (question: string) => string,
): string {
  const passages = finding.passages.map(({ passage }) => {
    const { chunkId, title, url, kind, text, start, page, section } = passage;
    return [chunkId, title, url, kind, text, start, page, section, passage.language];
  });
  const all = [questionKey(query.question), question.mode, question.language, language, passages];
  return createHash('sha256').update(JSON.stringify(all)).digest('base64');
}
