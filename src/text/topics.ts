import { isGenericTitle, isPartNumber } from './generic-title.ts';

/** In UTF-16 units; longer lines are rarely headings. */
const TOPIC_MAX = 90;
/** `3.2 `, `A. `, `• `. */
const NUMBERING = /^(?:(?:\p{N}+[.)]?)+|\p{Lu}[.)]|[^\p{L}\p{N}¿¡"“«„‘'([]+)\s+/u;
/** Headings end in a letter, a digit, a bracket or a question mark. */
const ENDS_LIKE_A_HEADING = /[\p{L}\p{M}\p{N}?？؟)\]"”»’']$/u;

/** A question or a heading that a text contains: what it can be asked about. */
export interface Topic {
  readonly text: string;
  readonly isQuestion: boolean;
  /** It is the heading of the passage's section, and not only a line of the passage. */
  readonly isHeading: boolean;
}

/**
 * The questions and headings of a passage, in reading order, each once: the last heading of its section, and paragraphs
 * of one short line without the punctuation of a sentence. Those that any document may have are left out.
 */
export function topicsOf({ text, section }: { text: string; section: string | null }): Topic[] {
  const heading = section?.split(' › ').at(-1);
  const lines = text.split(/\n\s*\n/).filter((paragraph) => !paragraph.trim().includes('\n'));
  const topics = new Map<string, Topic>();
  for (const line of heading === undefined ? lines : [heading, ...lines]) {
    const topic = line.trim().replace(NUMBERING, '');
    if (topics.has(topic) || !isTopic(topic)) continue;
    const isQuestion = /[?？؟]["”»’')]*$/u.test(topic);
    topics.set(topic, { text: topic, isQuestion, isHeading: line === heading });
  }
  return [...topics.values()];
}

function isTopic(text: string): boolean {
  return (
    text.length <= TOPIC_MAX &&
    /^[\p{L}\p{N}¿¡"“«„‘'(]/u.test(text) &&
    /\p{L}{3}|[\p{Ideo}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]{2}/u.test(text) &&
    ENDS_LIKE_A_HEADING.test(text) &&
    // A table, code, an address, or several sentences.
    !/[|=<>{}@]|:\/\/|\s{2}|[.?!]\s/u.test(text) &&
    !isGenericTitle(text) &&
    !isPartNumber(text)
  );
}
