import type { Source } from '../../answer.ts';
import type { Claim } from '../../check/claim.ts';
import { sourceSentences } from '../../check/source-sentences.ts';
import type { AnalysedSentence } from '../../choose/passage-analysis.ts';
import type { Finding } from '../../judge/finding.ts';
import { answerProbability } from '../../judge/gate.ts';
import { type Quoted, sourceOf } from '../citation.ts';
import type { ReleasedStatement } from './release.ts';
import type { NumberedPassage } from './statement-check.ts';

/** The quotation that stands for a passage, by the passage's number. */
type QuoteOf = (n: number) => Quoted;

/**
 * The best answering sentence of each passage. Computed on first use: an answer that is not streamed only needs those
 * it cites.
 *
 * @param passages The first passages found, in their order.
 */
export function candidateQuotes(finding: Finding, passages: readonly NumberedPassage[]): QuoteOf {
  const {
    reader: { words, match },
    agreement,
    ranked,
  } = finding;
  const quotes = new Map<number, Quoted>();

  function quoteOf(n: number): Quoted {
    const place = n - 1;
    const { passage, analysis } = passages[place]!;
    const best = ranked.find((candidate) => candidate.passage === place);
    const sentence = analysis.sentences[best?.sentence ?? 0] ?? WHOLE;
    const probability = answerProbability(words, { passage, analysis, sentence, agreement }, match);
    const { start, end } = sentence;
    return {
      ...{ passage, quotes: [{ start, end }] },
      probability: Math.min(finding.probability, probability),
    };
  }

  return (n) => {
    const quote = quotes.get(n) ?? quoteOf(n);
    quotes.set(n, quote);
    return quote;
  };
}

/** For a passage without sentences. */
const WHOLE: AnalysedSentence = {
  ...{ start: 0, end: 0, firstToken: 0, endToken: 0, introducedFrom: 0 },
  isIntroduction: false,
};

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
