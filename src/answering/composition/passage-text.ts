import type { Passage } from '../../retrieval/passage.ts';
import { type ReadablePassage, rememberPassages } from '../../retrieval/reranking/passage-memory.ts';
import { neutralised, neutralisedLine } from './neutralise.ts';
import { estimateTokens } from './token-estimate.ts';

/** What of a passage stands in a prompt. */
export type PromptPassage = Pick<Passage, 'title' | 'section' | 'page' | 'text'>;

/** A passage as it stands in a prompt, and about how many tokens that is. */
export interface PromptText {
  readonly text: string;
  readonly tokens: number;
}

/** As many as are read for an answer. Less than 1 KB a passage beside its text, which its reading holds as well. */
const TEXTS_MAX = 16_384;

export function passageText(passage: PromptPassage, marker: string): PromptText {
  return textOf(partsOf(headingOf(passage), passage.text, marker));
}

/** The same, with the last passages remembered as they stand in any prompt: one that may hold its marker is read anew. */
export function createPassageTexts(): (passage: Passage, marker: string) => PromptText {
  const remembered = rememberPassages(({ section: heading, text }: ReadablePassage & { section: string }) => {
    const parts = partsOf(heading, text, null);
    return { known: textOf(parts), mayHoldMarker: parts.some((part) => MARKER_LIKE.test(part)) };
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

/** All markers are of these digits, and none is shorter. */
const MARKER_LIKE = /[0-9a-f]{12}/;

function headingOf({ title, section, page }: PromptPassage): string {
  return [title, section, page === null ? null : `page ${page}`].filter((name) => name).join(' › ');
}

/** What a passage stands under, and itself. */
function partsOf(heading: string, passage: string, marker: string | null): [string, string] {
  return [neutralisedLine(heading, marker), neutralised(passage, marker)];
}

/** Neither read nor searched as a whole: the engine would make a copy of the passage, and keep it. */
function textOf([heading, passage]: [string, string]): PromptText {
  return { text: `${heading}\n${passage}`, tokens: estimateTokens(heading, '\n', passage) };
}
