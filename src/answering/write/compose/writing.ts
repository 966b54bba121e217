import type { FinishReason } from '../../../ports/language-model.ts';
import { NO_ANSWER } from '../../model/instructions.ts';
import { unfenced } from './fenced-text.ts';
import type { Release } from './release.ts';
import { createSegmenter, type Segment } from './segmenter.ts';

/** The model's text on its way to the client. */
export interface Writing {
  /** @returns The text to send now. */
  add(delta: string): string;
  end(reason: FinishReason): string;
  /** Whether the model said that the passages do not answer. */
  isDeclined(): boolean;
}

/**
 * @param options.isVerified Whether a sentence is sent only once released; otherwise text is sent at once.
 * @param options.opening Text before the answer.
 */
export function createWriting(
  release: Release,
  { isVerified, opening }: { isVerified: boolean; opening: string },
): Writing {
  const segmenter = createSegmenter();
  let beginning = '';
  let isBegun = false;
  let isDeclined = false;

  /** Sends nothing until it is clear that the text is an answer. */
  function begun(delta: string): string {
    if (isBegun) return delta;
    beginning += delta;
    const word = beginning.replace(BEFORE_WORDS, '').slice(0, NO_ANSWER.length);
    if (word === NO_ANSWER) isDeclined = true;
    if (NO_ANSWER.startsWith(word) && beginning.length <= BEGINNING_UNITS_MAX) return '';
    isBegun = true;
    return opening + beginning;
  }

  const released = (segments: readonly Segment[]) =>
    segments
      .flatMap((segment) => unfenced(segment))
      .map((segment) => release.add(segment))
      .join('');

  return {
    add(delta) {
      const raw = begun(delta);
      const verified = isDeclined ? '' : released(segmenter.push(delta));
      return isVerified ? verified : raw;
    },
    end(reason) {
      if (isDeclined) return '';
      const segments = segmenter.end();
      // A sentence cut in the middle may say the opposite of the whole.
      if (reason === 'length' && !ENDED.test(segments.at(-1)?.text ?? '')) segments.pop();
      const verified = released(segments);
      return isVerified ? verified : '';
    },
    isDeclined: () => isDeclined,
  };
}

/** A text with more units before its first word is an answer, if a strange one. */
const BEGINNING_UNITS_MAX = 512;
/** Also a fence with its language. */
const BEFORE_WORDS = /^\s*(?:(?:`{3,}|~{3,})[a-z]*(?:\n|$))?[^\p{L}\p{N}]*/u;
const ENDED = /[.!?…。！？؟।॥។။`~|]["'”’»)\]}」』）*_]*(?:\s*\[\d+\])*$/u;
