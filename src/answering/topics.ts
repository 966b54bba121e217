import { packOf } from '../languages/languages.ts';
import type { Chunk } from '../ports/chunk.ts';
import { isGenericTitle, isPartNumber, wordsOfTitle } from '../text/generic-title.ts';
import { stopWordsOf } from '../text/stop-words.ts';

/** In UTF-16 units; longer lines are rarely headings. */
const TOPIC_MAX = 90;
/** `3.2 `, `A. `, `Q: `, `• `. */
const NUMBERING = /^(?:\p{N}[\p{N}.)]*|\p{Lu}[.):]|[^\p{L}\p{N}¿¡"“«„‘'([]+)\s+/u;
/** Three words at least, as forms ask in two: `Joint return?` */
const QUESTION = /^(?=[^\p{N}]\S*\s+\S+\s+\S|.*[\p{Ideo}\p{sc=Hira}\p{sc=Kana}]).*[?？؟]["”»’')]*$/u;
/** `Set up my computer?` below `How do I...` */
const BEGUN = /\s*(?:\.{3}|…)$/;
const QUESTION_END = /[?？؟]$/;
/** Not cut off from a sentence (`available?`); no code, table, address or second sentence. */
const READABLE = /^[\p{Lu}\p{Lt}\p{Lo}\p{N}¿¡"“«„‘'(](?!.*(?:[|=<>{}@#*_[\]\\^~\t\n]|:\/\/|\s{2}|[.?!]\s))/u;
/** Headings of other letters and signs are fragments more often: dates, versions, prices, columns of a table. */
const HEADING = /^["“«„‘'(]?[\p{L}\p{M}][\p{L}\p{M}\p{Pd} ,’'‘"“”«»„()&/・、]*[\p{L}\p{M})"”»’']$/u;
const HEADING_WORDS_MAX = 7;
/** One word says too little. */
const TWO_WORDS = /\p{L}\S*\s+(?:\S+\s+)*\S*\p{L}{2}|[\p{Ideo}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]{4}/u;

/** A question or a heading that a text contains: what it can be asked about. */
export interface Topic {
  readonly text: string;
  readonly isQuestion: boolean;
}

/**
 * What a passage can be asked about, each once: its questions, and its headings. Those that any document may have are
 * left out.
 *
 * @param language ISO 639-1.
 */
export function topicsOf(
  { text, section, layout }: Pick<Chunk, 'text' | 'section' | 'layout'>,
  language: string | null,
): Topic[] {
  const own = (layout?.headings ?? []).map(({ start, end }) => text.slice(start, end));
  const headings = new Set([section?.split(' › ').at(-1) ?? '', ...own]);
  const topics = new Map<string, Topic>();
  const begun = section?.split(' › ').findLast((heading) => BEGUN.test(heading));
  for (const line of new Set([...headings, ...text.split(/\n\s*\n/)])) {
    const plain = line.trim().replace(NUMBERING, '');
    const continues = begun !== undefined && headings.has(line) && QUESTION_END.test(plain);
    const topic = continues
      ? begun.replace(BEGUN, () => ` ${plain[0]!.toLowerCase()}${plain.slice(1)}`)
      : plain;
    if (!isReadable(topic)) continue;
    const isQuestion = QUESTION.test(topic);
    if (isQuestion || (headings.has(line) && isHeading(topic, language)))
      topics.set(topic, { text: topic, isQuestion });
  }
  return [...topics.values()];
}

/** Whether a person may have written it in one go, and it says something. */
export function isReadable(text: string): boolean {
  return (
    text.length <= TOPIC_MAX &&
    READABLE.test(text) &&
    TWO_WORDS.test(text) &&
    !isGenericTitle(text) &&
    !isPartNumber(text)
  );
}

function isHeading(text: string, language: string | null): boolean {
  const isInCapitals = text === text.toUpperCase() && text !== text.toLowerCase();
  const isShort = text.split(' ').length <= HEADING_WORDS_MAX;
  return HEADING.test(text) && isShort && !isInCapitals && saysEnough(text, language);
}

/** Whether it says something on its own (not `Our approach`), and is not cut off before an end (`Patched in`). */
function saysEnough(text: string, language: string | null): boolean {
  if (packOf(language)?.isUnspaced) return true;
  const stopWords = stopWordsOf(language ?? 'en');
  const words = wordsOfTitle(text);
  return !stopWords.has(words.at(-1)!) && words.filter((word) => !stopWords.has(word)).length > 1;
}
