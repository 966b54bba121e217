import { analyze } from '../retrieval/analyzer.ts';
import type { Passage } from '../retrieval/passage.ts';
import { rememberPassages } from '../retrieval/passage-memory.ts';
import { splitSentences } from '../retrieval/sentences.ts';
import { tokenKinds } from './token-kinds.ts';

/** A passage's sentences and tokens, as everything that looks for an answer in it reads them. */
export interface AnalysedPassage {
  readonly sentences: readonly AnalysedSentence[];
  /** Index term of each token of the passage, in order. */
  readonly terms: readonly string[];
  /** What each token may answer: bits of `TOKEN_KIND`. Same length as `terms`. */
  readonly kinds: Uint8Array;
  /** Distinct terms of title and headings. */
  readonly heading: ReadonlySet<string>;
}

export interface AnalysedSentence {
  /** Offsets into the passage's text, without white space at either end. */
  readonly start: number;
  readonly end: number;
  /** Its tokens are `firstToken … endToken − 1` of the passage. */
  readonly firstToken: number;
  readonly endToken: number;
  /** A heading, a question, or the opening of a list: it is about what follows, and never an answer by itself. */
  readonly isIntroduction: boolean;
  /** First token of the introduction that it stands behind, which it belongs to; else its own first token. */
  readonly introducedFrom: number;
}

/** About 3 KB a passage: 25 MB when full. */
const ANALYSES_MAX = 8_192;

/** Analyses passages and remembers those of the last ones. */
export function createPassageAnalyzer(): (passage: Passage) => AnalysedPassage {
  return rememberPassages(analysePassage, ANALYSES_MAX);
}

export function analysePassage(passage: Passage): AnalysedPassage {
  const { text, language } = passage;
  const headingTexts = [passage.title, ...(passage.section?.split(' › ') ?? [])];
  const headings = new Set(headingTexts.map(folded));
  const tokens = analyze(text, language);
  const sentences: AnalysedSentence[] = [];
  let next = 0;
  for (const { start, end } of splitSentences(text)) {
    while (next < tokens.length && tokens[next]!.start < start) next++;
    const firstToken = next;
    while (next < tokens.length && tokens[next]!.start < end) next++;
    const sentence = text.slice(start, end);
    const previous = sentences.at(-1);
    sentences.push({
      start,
      end,
      firstToken,
      endToken: next,
      isIntroduction:
        next === firstToken ||
        INTRODUCTION_END.test(sentence) ||
        headings.has(folded(sentence)) ||
        looksLikeHeading(text, { start, end }),
      introducedFrom: previous?.isIntroduction ? previous.firstToken : firstToken,
    });
  }
  return {
    sentences,
    terms: tokens.map(({ term }) => term),
    kinds: tokenKinds(tokens, new Set(sentences.map(({ firstToken }) => firstToken)), language),
    heading: new Set(headingTexts.flatMap((heading) => analyze(heading, language).map(({ term }) => term))),
  };
}

/** Greek asks with what looks like a semicolon. */
const INTRODUCTION_END = /(?:[?？؟:：]|\p{sc=Greek}["'”’»)]*[;\u037e])["'”’»)\]}」』]*$/u;

/** A heading is recognised whatever marks it (`## Refunds`, `Refunds:`) and however it is cased. */
function folded(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

const HEADING_WORDS_MAX = 12;
const HEADING_UNITS_MAX = 80;

/** A short line of words alone between blank lines, with text below it: headings that the section does not name. */
function looksLikeHeading(text: string, { start, end }: { start: number; end: number }): boolean {
  const line = text.slice(start, end);
  return (
    line.length <= HEADING_UNITS_MAX &&
    !/[\n\t|\p{N}]|[.!…。！;:,،、।။]["'”’»)\]}」』]*$/u.test(line.replace(/^#+\s/, '')) &&
    !/^[-*•‣▪◦·–—]\s/u.test(line) &&
    /(?:^|\n[^\S\n]*\n\s*)$/u.test(text.slice(Math.max(0, start - BLANK_UNITS), start)) &&
    /^[^\S\n]*\n[^\S\n]*\n\s*\S/u.test(text.slice(end, end + BLANK_UNITS)) &&
    line.split(/\s+/u).length <= HEADING_WORDS_MAX
  );
}

/** How much is read around a line to see that blank lines are there. */
const BLANK_UNITS = 16;
