import type { Passage } from '../../retrieval/passage.ts';
import { type ReadablePassage, rememberPassages } from '../../retrieval/passage-memory.ts';
import { neutralised, neutralisedLine } from './neutralise.ts';
import { estimateTokens } from './token-estimate.ts';

/** What of a passage stands in a prompt. */
export type PromptPassage = Pick<Passage, 'title' | 'section' | 'page' | 'text'>;

/** A passage as it stands in a prompt, and about how many tokens that is. */
export interface PromptText {
  readonly text: string;
  readonly tokens: number;
}

/** Some 3 KB a passage: 12 MB when full. */
const TEXTS_MAX = 4_096;

export function passageText(passage: PromptPassage, marker: string): PromptText {
  return textUnder(headingOf(passage), passage.text, marker);
}

/** The same, with the last passages remembered as they stand in any prompt: one that may hold its marker is read anew. */
export function createPassageTexts(): (passage: Passage, marker: string) => PromptText {
  const remembered = rememberPassages(({ section: heading, text }: ReadablePassage & { section: string }) => {
    const known = textUnder(heading, text, null);
    return { known, mayHoldMarker: holdsHexRun(known.text, MARKER_UNITS_MIN) };
  }, TEXTS_MAX);
  return (passage, marker) => {
    const { chunkId, text, title, language } = passage;
    const { known, mayHoldMarker } = remembered({
      ...{ chunkId, text, title, language },
      section: headingOf(passage),
    });
    return mayHoldMarker ? passageText(passage, marker) : known;
  };
}

/** No marker is shorter, and all are of `0-9a-f`. */
const MARKER_UNITS_MIN = 12;

function headingOf({ title, section, page }: PromptPassage): string {
  return [title, section, page === null ? null : `page ${page}`].filter((name) => name).join(' › ');
}

function textUnder(heading: string, passage: string, marker: string | null): PromptText {
  const text = `${neutralisedLine(heading, marker)}\n${neutralised(passage, marker)}`;
  return { text, tokens: estimateTokens(text) };
}

/** Looks at each `length`th place alone as long as nothing stands there that may belong to a run. */
function holdsHexRun(text: string, length: number): boolean {
  for (let end = length - 1; end < text.length; ) {
    let at = end;
    while (at > end - length && isHexDigit(text.charCodeAt(at))) at--;
    if (at === end - length) return true;
    end = at + length;
  }
  return false;
}

function isHexDigit(unit: number): boolean {
  return (unit >= 0x30 && unit <= 0x39) || (unit >= 0x61 && unit <= 0x66);
}
