import { RefusedError } from '../src/errors.ts';
import type { FinishReason, LanguageModel, Prompt } from '../src/ports/language-model.ts';

/** What a scripted model does with one call: texts it writes piece by piece, and how it ends. */
export interface ScriptedReply {
  readonly pieces: readonly string[];
  readonly ends: FinishReason | 'fails' | 'is busy' | 'stalls';
  /** The piece, by its place from 0, before which all was thoughts. */
  readonly restartsAt?: number;
}

/** Writes what it is told to, in the order of the calls, and keeps the prompts. The tests of drivers play providers over HTTP. */
export function createScriptedModel(...replies: readonly (ScriptedReply | string)[]) {
  const prompts: Prompt[] = [];
  const tokens: number[] = [];
  let aborted = 0;
  const waiting = [...replies];
  const model: LanguageModel = {
    id: 'scripted/one',
    contextTokens: 8_000,
    async *generate(prompt, { completionTokensMax, signal }) {
      prompts.push(prompt);
      tokens.push(completionTokensMax);
      const reply = replyOf(waiting.shift() ?? '');
      let isOver = false;
      try {
        for (const [place, delta] of reply.pieces.entries()) {
          signal.throwIfAborted();
          await null;
          if (place === reply.restartsAt) yield { type: 'restart' };
          yield { type: 'text', delta };
        }
        if (reply.ends === 'fails') throw new RefusedError({ code: 'model_failed' });
        if (reply.ends === 'is busy') throw new RefusedError({ code: 'model_busy', retryAfterSeconds: 3 });
        if (reply.ends === 'stalls') await aborting(signal);
        else {
          isOver = true;
          yield {
            type: 'finish',
            reason: reply.ends,
            usage: { promptTokens: 100, completionTokens: reply.pieces.length },
          };
        }
      } finally {
        if (!isOver) aborted++;
      }
    },
  };
  return {
    model,
    /** Of all calls, in order. */
    prompts,
    /** What each call might write at most. */
    tokens,
    /** Adds replies to the script. */
    next: (...more: readonly (ScriptedReply | string)[]) => void waiting.push(...more),
    /** Calls that were broken off before their end. */
    broken: () => aborted,
  };
}

/** A text comes in pieces of a few letters. */
function replyOf(reply: ScriptedReply | string): ScriptedReply {
  return typeof reply === 'string' ? { pieces: reply.match(/.{1,5}/gsu) ?? [], ends: 'stop' } : reply;
}

function aborting(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
