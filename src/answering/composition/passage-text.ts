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

/** Some 3 KB a passage: 12 MB when full. */
const TEXTS_MAX = 4_096;

export function passageText(passage: PromptPassage, marker: string): PromptText {
  return textUnder(headingOf(passage), passage.text, marker);
}

/** The same, with the last passages remembered as they stand in any prompt: one that may hold its marker is read anew. */
export function createPassageTexts(): (passage: Passage, marker: string) => PromptText {
  const remembered = rememberPassages(({ section: heading, text }: ReadablePassage & { section: string }) => {
    const known = textUnder(heading, text, null);
    return { known, mayHoldMarker: MARKER_LIKE.test(known.text) };
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

function textUnder(heading: string, passage: string, marker: string | null): PromptText {
  const text = `${neutralisedLine(heading, marker)}\n${neutralised(passage, marker)}`;
  return { text, tokens: estimateTokens(text) };
}
