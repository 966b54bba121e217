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

/** The same, with the last passages remembered as they stand in any prompt: one that holds the marker is read anew. */
export function createPassageTexts(): (passage: Passage, marker: string) => PromptText {
  const remembered = rememberPassages(
    ({ section: heading, text }: ReadablePassage & { section: string }) => textUnder(heading, text, null),
    TEXTS_MAX,
  );
  return (passage, marker) => {
    const known = remembered({ ...passage, section: headingOf(passage) });
    return known.text.includes(marker) ? passageText(passage, marker) : known;
  };
}

function headingOf({ title, section, page }: PromptPassage): string {
  return [title, section, page === null ? null : `page ${page}`].filter((name) => name).join(' › ');
}

function textUnder(heading: string, passage: string, marker: string | null): PromptText {
  const text = `${neutralisedLine(heading, marker)}\n${neutralised(passage, marker)}`;
  return { text, tokens: estimateTokens(text) };
}
