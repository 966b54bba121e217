import type { Source } from '../../answer.ts';
import type { Claim } from '../../check/claim.ts';
import { sourceSentences } from '../../check/source-sentences.ts';
import type { Finding } from '../../judge/finding.ts';
import { type Quoted, sourceOf } from '../citation.ts';
import { foundQuote } from '../quote/quote-answer.ts';
import type { ReleasedStatement } from './release.ts';
import type { NumberedPassage } from './statement-check.ts';

/** The quotation that stands for a passage, by the passage's number. */
type QuoteOf = (n: number) => Quoted;

/**
 * The best answering sentence of each passage. Computed on first use: an answer that is not streamed only needs those
 * it cites.
 */
export function candidateQuotes(finding: Finding): QuoteOf {
  const quotes = new Map<number, Quoted>();
  return (n) => {
    const quote = quotes.get(n) ?? foundQuote(finding, n - 1);
    quotes.set(n, quote);
    return quote;
  };
}

export function candidateSources(passages: readonly NumberedPassage[], quoteOf: QuoteOf): Source[] {
  return passages.map(({ n }) => ({ n, ...sourceOf(quoteOf(n)) }));
}

/** The cited sources, numbered as the candidates, each with the sentences that its statements seem to be taken from. */
export function citedSources(
  statements: readonly ReleasedStatement[],
  passages: readonly NumberedPassage[],
  quoteOf: QuoteOf,
): Source[] {
  return passages.flatMap((read) => {
    const { n } = read;
    const citing = statements.filter(({ checked }) => checked.citations.includes(n));
    if (citing.length === 0) return [];
    const quoted = quoteOf(n);
    const ranges = new Map(
      citing
        .flatMap(({ claim }) => rangesOf(claim, read))
        .map(({ start, end }) => [start, { start, end }] as const),
    );
    const quotes = ranges.size > 0 ? [...ranges.values()] : quoted.quotes;
    return [{ n, ...sourceOf({ ...quoted, quotes }) }];
  });
}

function rangesOf(claim: Claim, read: NumberedPassage) {
  const { passage, analysis } = read;
  const at = passage.text.indexOf(claim.text);
  if (at >= 0)
    return analysis.sentences.filter(({ start, end }) => start < at + claim.text.length && end > at);
  const evidence = read.evidence();
  const words = claim.in(evidence.language);
  return sourceSentences(words, words.sharedWith(evidence)).flatMap(({ sentence }) => sentence.range ?? []);
}
