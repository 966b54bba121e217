import { expressionOf } from '../../languages/languages.ts';
import type { Passage } from '../../retrieval/passage.ts';
import { cachedByPassage } from '../../retrieval/reranking/passage-cache.ts';
import { readPassage } from '../../retrieval/reranking/passage-reading.ts';
import { endsIn } from '../../text/ends-in.ts';
import { byLanguageOfText } from '../../text/packs-of-text.ts';
import { splitSentences } from '../../text/sentences.ts';
import { tokenKinds } from './token-kinds.ts';

/** A passage's sentences and tokens, for everything that looks for an answer in it. */
export interface AnalysedPassage {
  readonly sentences: readonly AnalysedSentence[];
  /** Index term of each token of the passage, in order. */
  readonly terms: readonly string[];
  /** `markOf` each term. */
  readonly marks: Uint16Array;
  /** What each token may answer: bits of `TOKEN_KIND`. Same length as `terms`. */
  readonly kinds: Uint8Array;
  /** Distinct terms of title and headings. */
  readonly heading: readonly string[];
}

export interface AnalysedSentence {
  /** Offsets into the passage's text, without white space at either end. */
  readonly start: number;
  readonly end: number;
  /** Its tokens are `firstToken … endToken − 1` of the passage. */
  readonly firstToken: number;
  readonly endToken: number;
  /**
   * A heading, a question, a short introduction to a list or `This page explains …`: about what follows, never an
   * answer by itself.
   */
  readonly isIntroduction: boolean;
  /** A heading with a date: in a changelog it says when. */
  readonly isDated?: true;
  /** First token of the introduction right before it; else its own first token. */
  readonly introducedFrom: number;
}

export interface ReadPassage {
  readonly passage: Passage;
  readonly analysis: AnalysedPassage;
}

export function readForAnswer(passage: Passage): ReadPassage {
  return { passage, analysis: analysePassage(passage) };
}

/** Recent analyses are cached: about 4 KB for 175 words, besides the reading. */
export const analysePassage = cachedByPassage(analyse);

function analyse(passage: Passage): AnalysedPassage {
  const { text, language } = passage;
  const reading = readPassage(passage);
  const headings = passage.layout?.headings ?? [];
  const announcements = announcementsOf(language);
  const isOfLinks = announcements.heading.test(passage.section?.split(' › ').at(-1) ?? '');
  const { starts, terms } = reading;
  const sentences: AnalysedSentence[] = [];
  let next = 0;
  let isOpened = false;
  let isAnnounced = false;
  for (const { start, end } of splitSentences(text, { layout: 'document' })) {
    while (next < starts.length && starts[next]! < start) next++;
    const firstToken = next;
    while (next < starts.length && starts[next]! < end) next++;
    const sentence = text.slice(start, end);
    const previous = sentences.at(-1);
    const isHeading = headings.some((heading) => heading.start < end && heading.end > start);
    const opens = endsIn(sentence, INTRODUCTION_END);
    const announces = announcements.sentence.test(sentence);
    sentences.push({
      start: start + (BULLET.exec(sentence)?.[0].length ?? 0),
      end,
      firstToken,
      endToken: next,
      isIntroduction: next === firstToken || isOfLinks || opens || announces || isHeading,
      introducedFrom:
        previous && !isAnnounced && (previous.isIntroduction || isOpened) ? previous.firstToken : firstToken,
      ...(isHeading && DATE.test(sentence) && { isDated: true as const }),
    });
    isOpened = opens;
    isAnnounced = announces;
  }
  const kinds = tokenKinds(reading, sentences, language);
  return { sentences, terms, marks: reading.marks, kinds, heading: reading.headingTerms };
}

/**
 * `5.3.0 — 2025-12-09`, `2.3.0 (2 July 2026)`, `July 2, 2026`, `2 de julio de 2026`, `02/07/2026`. Without `\p{L}`: V8
 * takes half a second to compile so many copies of it.
 */
const DATE =
  /(?<!\d)(?:(?:19|20)\d{2}-[01]\d-[0-3]\d|[0-3]?\d(?:\.|[^\s\d]{1,2})? (?:[^\s\d]{2} )?[^\s\d]{3,} (?:[^\s\d]{2} )?(?:19|20)\d{2}|[0-3]?\d[./][01]?\d[./](?:19|20)\d{2})(?!\d)|[^\s\d]{3,} [0-3]?\d, (?:19|20)\d{2}(?!\d)/;

const BULLET = /^[-*+•‣▪◦·–—]\s+(?=\S)/u;

/** `This page explains how to book leave`, `See also: Travel`: about whole texts, and no answer; or sections of such. */
const announcementsOf = byLanguageOfText((packs) => {
  const expression = (after: string) =>
    expressionOf(packs, ({ announcements }) => announcements, { before: '^', after, flags: 'iu' });
  return { sentence: expression('(?!\\p{L})'), heading: expression('$') };
});

/** The Greek question mark looks like a semicolon. */
const INTRODUCTION_END = /(?<=(?:[?？؟:：]|\p{sc=Greek}["'”’»)]*[;\u037e])["'”’»)\]}」』]*)/uy;
