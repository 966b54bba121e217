import type { Source } from '../answer.ts';
import { type Quoted, sourceOf } from '../citation.ts';
import type { Finding } from '../finding.ts';
import { answerProbability } from '../gate.ts';
import { sourceSentences } from '../grounding/source-sentences.ts';
import { wordsOf } from '../grounding/words.ts';
import type { AnalysedSentence } from '../passage-analysis.ts';
import type { ReleasedStatement } from './release.ts';
import type { NumberedPassage } from './statement-check.ts';

/**
 * The passages that an answer may cite, each with its sentence that answers best.
 *
 * @param passages The first of those that were found, in their order.
 */
export function candidateQuotes(
  finding: Finding,
  passages: readonly NumberedPassage[],
): ReadonlyMap<number, Quoted> {
  const best = new Map<number, number>();
  for (const { passage, sentence } of finding.ranked) if (!best.has(passage)) best.set(passage, sentence);
  return new Map(
    passages.map(({ n, passage, analysis }, place) => {
      const sentence = analysis.sentences[best.get(place) ?? 0] ?? WHOLE;
      const probability = Math.min(
        finding.probability,
        answerProbability(
          finding.words,
          { passage, analysis, sentence, agreement: finding.agreement },
          finding.match,
        ),
      );
      return [n, { passage, start: sentence.start, end: sentence.end, probability }];
    }),
  );
}

/** Of a passage in which there is no sentence. */
const WHOLE: AnalysedSentence = {
  ...{ start: 0, end: 0, firstToken: 0, endToken: 0, introducedFrom: 0, head: null },
  isIntroduction: false,
};

export function candidateSources(quotes: ReadonlyMap<number, Quoted>): Source[] {
  return [...quotes].map(([n, quoted]) => sourceOf(n, [quoted]));
}

/** What an answer cites, by the numbers of the candidates, each with the sentences that its statements seem to be taken from. */
export function citedSources(
  statements: readonly ReleasedStatement[],
  passages: readonly NumberedPassage[],
  quotes: ReadonlyMap<number, Quoted>,
): Source[] {
  return passages.flatMap((read) => {
    const { n } = read;
    const citing = statements.filter(({ checked }) => checked.citations.includes(n));
    if (citing.length === 0) return [];
    const { passage, probability } = quotes.get(n)!;
    const ranges = new Map(
      citing
        .flatMap(({ plain }) => rangesOf(plain, read))
        .map(({ start, end }) => [start, { passage, start, end, probability }]),
    );
    return [sourceOf(n, ranges.size > 0 ? [...ranges.values()] : [quotes.get(n)!])];
  });
}

function rangesOf(plain: string, { passage, analysis, evidence }: NumberedPassage) {
  const at = passage.text.indexOf(plain);
  if (at >= 0) return analysis.sentences.filter(({ start, end }) => start < at + plain.length && end > at);
  const words = wordsOf(plain, passage.language);
  return sourceSentences(words, evidence.sentences).flatMap(({ range }) => range ?? []);
}
