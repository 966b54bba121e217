import { expressionOf, LANGUAGES } from '../../../languages/languages.ts';
import type { Passage } from '../../../retrieval/passage.ts';
import { metadataLinesIn } from '../../../text/metadata-lines.ts';
import { splitSentences, type TextRange } from '../../../text/sentences.ts';
import { countWords } from '../../../text/word-count.ts';
import type { Openings } from '../../find/document-openings.ts';
import type { Finding } from '../../judge/finding.ts';
import { type QuotedAnswer, quoted } from './quote-answer.ts';
import { shownRange } from './shown-range.ts';

/** Shorter sentences do not say what a document is about. */
const SUBJECT_WORDS_MIN = 12;

/**
 * Answers a question about documents with the lines in which they say who wrote them, or when; or with the
 * introduction of each, or else its first passage that says more than that.
 *
 * @returns undefined where none has such a line.
 */
export function quoteOpenings({ asks, passages }: Openings, finding: Finding): QuotedAnswer | undefined {
  const found = passages.map((passage) => ({ passage, quotes: openingQuotes(asks, passage.text) }));
  const byDocument = Map.groupBy(
    found.filter(({ quotes }) => quotes.length > 0),
    ({ passage }) => passage.docId,
  );
  const chosen = Array.from(
    byDocument.values(),
    (parts) => parts.find(({ passage }) => asks === 'subject' && isIntroduction(passage)) ?? parts[0]!,
  );
  if (chosen.length === 0) return undefined;
  const parts = chosen.map((part) => ({ ...part, probability: 1 }));
  const rangeOf = asks === 'subject' ? shownRange : (_: Passage, lines: TextRange) => lines;
  return { ...quoted(finding, parts, rangeOf), isSynthesized: false };
}

function isIntroduction({ section }: Passage): boolean {
  return INTRODUCTION.test(section?.split(' › ').at(-1) ?? '');
}

const INTRODUCTION = expressionOf(LANGUAGES, ({ titles }) => titles?.introductions, {
  ...{ before: '^(?:\\d[\\d.]*\\s+)?', after: '$', flags: 'iu' },
});

function openingQuotes(asks: Openings['asks'], text: string): TextRange[] {
  if (asks !== 'subject') return metadataLinesIn(text, asks);
  const sentences = splitSentences(text).filter(
    ({ start, end }) => countWords(text, start, end) >= SUBJECT_WORDS_MIN,
  );
  return sentences.slice(0, 1);
}
