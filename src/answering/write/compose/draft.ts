import { RefusedError } from '../../../errors.ts';
import type { ModelPart } from '../../../ports/language-model.ts';
import type { AnswerEvent } from '../../answer.ts';
import type { UsageMeter } from '../../model/completion.ts';
import type { NothingWritten } from '../written-answer.ts';
import type { Release } from './release.ts';
import type { Writing } from './writing.ts';

/** An answer that a model is writing, and what of it was sent. */
export interface Draft {
  /** Of the model's latest beginning. */
  readonly release: Release;
  readonly sent: NothingWritten['sent'];
  /** The model was cut off at its length limit. */
  readonly isTruncated: boolean;
  /**
   * Reads the model's text to its end, and sends it as it is released.
   *
   * @returns Whether it is an answer; else the model declined.
   * @throws {RefusedError} `model_failed`, even when nothing but reasoning came.
   */
  write(parts: AsyncIterable<ModelPart>, meter: UsageMeter): AsyncGenerator<AnswerEvent, boolean>;
  /** Sends a text, unless reasoning was sent before it: then `done` replaces them, and no token is added. */
  send(delta: string): Generator<AnswerEvent>;
}

/** @param begin Called again when all text so far was reasoning. */
export function createDraft(begin: () => { release: Release; writing: Writing }): Draft {
  let { release, writing } = begin();
  let isBlank = true;
  let isReplaced = false;
  let isTruncated = false;
  let sent: Draft['sent'] = 'sources';

  function* send(delta: string): Generator<AnswerEvent> {
    if (delta === '' || isReplaced) return;
    sent = 'text';
    yield { type: 'token', delta };
  }

  return {
    async *write(parts, meter) {
      for await (const part of parts) {
        if (part.type === 'restart') {
          ({ release, writing } = begin());
          isBlank = true;
          isReplaced = sent === 'text';
          continue;
        }
        if (part.type === 'text') isBlank &&= part.delta.trim() === '';
        else {
          meter.add(part.usage);
          isTruncated = part.reason === 'length';
          if (part.reason === 'refused') return false;
          // Nothing but reasoning: it has not said that the passages do not answer.
          if (isBlank) throw new RefusedError({ code: 'model_failed' });
        }
        const delta = part.type === 'text' ? writing.add(part.delta) : writing.end(part.reason);
        if (writing.isDeclined()) return false;
        yield* send(delta);
        if (release.isLooping()) break;
      }
      return true;
    },
    send,
    get release() {
      return release;
    },
    get sent() {
      return sent;
    },
    get isTruncated() {
      return isTruncated;
    },
  };
}
