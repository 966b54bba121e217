import type { Passage } from '../../../retrieval/passage.ts';
import { plainQuotation } from '../../../text/quotation.ts';
import { cite } from '../citation.ts';
import { type QuotedAnswer, VERBATIM } from './quote-answer.ts';

/** The passages of the answer approved for exactly this question, in reading order; empty without one. */
export type FindApprovedPassages = (
  question: string,
  options: { docIds?: ReadonlySet<string> | undefined; audience: readonly string[] | null },
) => Promise<readonly Passage[]>;

/** The unchanged passages, each cited: an approved answer is given whole and word for word. */
export function quoteWhole(passages: readonly Passage[]): QuotedAnswer {
  const { texts, sources } = cite(
    passages.map((passage) => {
      const whole = { start: 0, end: passage.text.length };
      const text = linesOf(passage.text);
      return { passage, text, marked: [{ start: 0, end: text.length }], quotes: [whole], probability: 1 };
    }),
  );
  return {
    texts,
    sources,
    related: [],
    grounding: VERBATIM,
    isSynthesized: false,
    language: passages[0]!.language,
  };
}

/** A quotation that keeps its line breaks: an approved list stays a list. */
function linesOf(text: string): string {
  return text.split('\n').map(plainQuotation).join('\n').trim();
}
