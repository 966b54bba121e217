import { RefusedError } from '../../errors.ts';
import type { LanguageModel, ModelPart } from '../../ports/language-model.ts';

/** UTF-16 units for each token that a completion may have; prose has two to five on average. */
const UNITS_PER_TOKEN_MAX = 16;

/**
 * A model's completion as text that may be shown and kept: bounded, even where the provider does not stop at
 * `completionTokensMax`; well-formed; and without control characters other than tab and newline.
 *
 * A text that passes the bound is cut there and finishes as `length`, and the call ends.
 *
 * @throws {RefusedError} `model_failed`, even when the completion breaks off without a finish part.
 */
export async function* modelText(
  model: LanguageModel,
  ...[prompt, options]: Parameters<LanguageModel['generate']>
): AsyncGenerator<ModelPart, void> {
  let unitsLeft = options.completionTokensMax * UNITS_PER_TOKEN_MAX;
  /** First half of a surrogate pair, whose second half comes with the next delta. */
  let half = '';
  let isFinished = false;
  for await (const part of model.generate(prompt, options)) {
    if (part.type === 'restart') {
      half = '';
      yield part;
      continue;
    }
    if (part.type === 'finish') {
      if (half !== '') yield { type: 'text', delta: readable(half) };
      isFinished = true;
      yield part;
      continue;
    }
    const text = half + part.delta.slice(0, unitsLeft);
    half = FIRST_HALF_LAST.exec(text)?.[0] ?? '';
    const delta = readable(text.slice(0, text.length - half.length));
    if (delta !== '') yield { type: 'text', delta };
    unitsLeft -= part.delta.length;
    if (unitsLeft < 0) {
      yield { type: 'finish', reason: 'length', usage: null };
      return;
    }
  }
  if (!isFinished) throw new RefusedError({ code: 'model_failed' });
}

const FIRST_HALF_LAST = /[\uD800-\uDBFF]$/;

/** Of the same length, so that offsets hold. */
function readable(text: string): string {
  return text.toWellFormed().replace(/(?![\t\n])\p{Cc}/gu, ' ');
}
