import type { Source } from '../../answer.ts';
import type { Claim } from '../../check/claim.ts';
import { sourceSentences } from '../../check/source-sentences.ts';
import type { Finding } from '../../judge/finding.ts';
import { sourceOf } from '../citation.ts';
import { foundQuote } from '../quote/quote-answer.ts';
import type { ReleasedStatement } from './release.ts';
import type { NumberedPassage } from './statement-check.ts';

/** The passages in their order, each with its best answering sentence. */
export function candidateSources(finding: Finding): Source[] {
  return finding.passages.map((_, place) => ({ n: place + 1, ...sourceOf(foundQuote(finding, place)) }));
}

/** The cited sources, numbered as the candidates, each with the sentences that its statements seem to be taken from. */
export function citedSources(
  statements: readonly ReleasedStatement[],
  passages: readonly NumberedPassage[],
  finding: Finding,
): Source[] {
  return passages.flatMap((read) => {
    const { n } = read;
    const citing = statements.filter(({ checked }) => checked.citations.includes(n));
    if (citing.length === 0) return [];
    const quoted = foundQuote(finding, n - 1);
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
