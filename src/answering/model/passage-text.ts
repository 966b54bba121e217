import type { Passage } from '../../retrieval/passage.ts';
import { cachedByPassage, type ReadablePassage } from '../../retrieval/reranking/passage-cache.ts';
import { neutralised, neutralisedLine } from './neutralise.ts';
import { estimateTokens } from './token-estimate.ts';

/** The fields of a passage that appear in a prompt. */
export type PromptPassage = Pick<Passage, 'title' | 'fileName' | 'section' | 'page' | 'updatedAt' | 'text'>;

/** The text of a passage in a prompt, and an estimate of its tokens. */
export interface PromptText {
  readonly text: string;
  readonly tokens: number;
}

export function passageText(passage: PromptPassage, marker: string): PromptText {
  return textOf(partsOf(headingOf(passage), passage.text, marker));
}

/**
 * The same with a cache of recent texts, which do not depend on the prompt: a text that may contain its marker is
 * rebuilt. Less than 1 KB per passage besides its text, which its reading holds anyway.
 */
export function cachedPassageText(passage: Passage, marker: string): PromptText {
  const { chunkId, text, title, language } = passage;
  const { known, mayHoldMarker } = unmarkedText({
    ...{ chunkId, text, title, language },
    section: headingOf(passage),
  });
  return mayHoldMarker ? passageText(passage, marker) : known;
}

const unmarkedText = cachedByPassage(({ section: heading, text }: ReadablePassage & { section: string }) => {
  const parts = partsOf(heading, text, null);
  return { known: textOf(parts), mayHoldMarker: parts.some((part) => MARKER_LIKE.test(part)) };
});

/** All markers consist of these digits, and none is shorter. */
const MARKER_LIKE = /[0-9a-f]{12}/;

/** `Handbook › Leave › page 4 (handbook-2026.pdf, updated 2026-03-04)` */
function headingOf({ title, fileName, section, page, updatedAt }: PromptPassage): string {
  const path = [title, section, page === null ? null : `page ${page}`].filter((name) => name).join(' › ');
  const file = fileName !== null && plainName(fileName) !== plainName(title) ? `${fileName}, ` : '';
  return `${path} (${file}updated ${new Date(updatedAt).toISOString().slice(0, 10)})`;
}

/** A file name says no more than the title when only case, separators and the extension differ. */
function plainName(name: string): string {
  const letters = name.replace(/\.[a-z0-9]{1,5}$/iu, '').match(/[\p{L}\p{N}]+/gu) ?? [];
  return letters.join(' ').toLowerCase();
}

/** The heading of a passage, and its text. */
function partsOf(heading: string, passage: string, marker: string | null): [string, string] {
  return [neutralisedLine(heading, marker), neutralised(passage, marker)];
}

/** Neither read nor searched as one string: the engine would make a copy of the passage and keep it. */
function textOf([heading, passage]: [string, string]): PromptText {
  return { text: `${heading}\n${passage}`, tokens: estimateTokens(heading, '\n', passage) };
}
