import { auroc } from './auroc.ts';
import { mean } from './mean.ts';
import type { TaskOutcome } from './measure-answers.ts';

export type AnswerFigures = ReturnType<typeof answerFigures>[number];
export type AbstentionFigures = ReturnType<typeof abstentionFigures>[number];
export type ReliabilityFigures = ReturnType<typeof reliabilityFigures>[number];
export type CitationFigures = ReturnType<typeof citationFigures>[number];

/** A sentence with this share of a question's content words states its premise. */
const REPEATED_MIN = 0.8;

export function answerFigures(outcomes: readonly TaskOutcome[], threshold: number) {
  return outcomes
    .filter(({ gold, given }) => (gold === 'quoted' || gold === 'overlap') && given.length > 0)
    .map(({ name, given }) => {
      const passing = (worth: number, probability: number) => (probability < threshold ? 0 : worth);
      return {
        name,
        questions: given.length,
        // Worth of the marked sentence and of the whole answer, which is a passage.
        marked: mean(given.map(({ marked }) => marked)),
        whole: mean(given.map(({ whole }) => whole)),
        words: mean(given.map(({ words }) => words)),
        // With the default threshold's refusals, which are worth nothing.
        gatedMarked: mean(given.map(({ marked, probability }) => passing(marked, probability))),
        gatedWhole: mean(given.map(({ whole, probability }) => passing(whole, probability))),
        retrieveMs: mean(given.map(({ retrieveMs }) => retrieveMs)),
        answerMs: mean(given.map(({ answerMs }) => answerMs)),
      };
    });
}

export function abstentionFigures(outcomes: readonly TaskOutcome[], threshold: number) {
  return outcomes.flatMap(({ name, given, stray }) => {
    return stray.map(({ kind, answers, given: own = given }) => {
      const good = own.map(({ probability }) => probability);
      const others = answers.map(({ probability }) => probability);
      const passing = (probability: number) => Number(probability >= threshold);
      return {
        name: `${name}: ${kind}`,
        good: good.length,
        others: others.length,
        auroc: auroc(good, others),
        // Shares that pass the default threshold.
        goodAnswered: mean(good.map(passing)),
        othersAnswered: mean(others.map(passing)),
        // Answered with a sentence that repeats nearly all of the question.
        othersRepeated: mean(
          answers.map(({ probability, repeated }) => passing(probability) * Number(repeated >= REPEATED_MIN)),
        ),
      };
    });
  });
}

/**
 * Calibration of the probability, by tenths of its scale. Every line of the abstention table counts the same, and its
 * answerable questions as much as its others.
 */
export function reliabilityFigures(outcomes: readonly TaskOutcome[]) {
  const weighed = outcomes.flatMap(({ given, stray }) =>
    stray
      .filter(({ kind }) => given.length > 0 && kind !== 'foreign after answers')
      .flatMap(({ answers }) => [
        ...given.map(({ probability }) => ({ probability, isGood: 1, weight: 1 / given.length })),
        ...answers.map(({ probability }) => ({ probability, isGood: 0, weight: 1 / answers.length })),
      ]),
  );
  const tenths = Map.groupBy(weighed, ({ probability }) => Math.min(9, Math.floor(probability * 10)));
  return [...tenths.keys()]
    .sort((a, b) => a - b)
    .map((tenth) => {
      const members = tenths.get(tenth)!;
      const total = (of: (member: (typeof members)[number]) => number) =>
        members.reduce((sum, member) => sum + member.weight * of(member), 0);
      const weight = total(() => 1);
      return {
        from: tenth / 10,
        // Mean probability of its answers, and the share of them of answerable questions.
        stated: total(({ probability }) => probability) / weight,
        answerable: total(({ isGood }) => isGood) / weight,
        questions: members.length,
      };
    });
}

export function citationFigures(outcomes: readonly TaskOutcome[], threshold: number) {
  return outcomes
    .filter(({ gold, given }) => (gold === 'quoted' || gold === 'pages') && given.length > 0)
    .map(({ name, gold, given }) => {
      // Long questions about figures in tables seldom pass the gate: their pages are compared anyway.
      const shown = given.filter(
        ({ probability, cited }) => cited > 0 && (gold === 'pages' || probability >= threshold),
      );
      const total = (of: (answer: (typeof given)[number]) => number) =>
        shown.reduce((sum, answer) => sum + of(answer), 0);
      return {
        name,
        answers: shown.length,
        resolving: mean(shown.map(({ resolves }) => Number(resolves))),
        // Share of sources that hold a gold answer, and of questions with one such source.
        precision:
          total(({ citedRight }) => citedRight) /
          Math.max(
            1,
            total(({ cited }) => cited),
          ),
        recall: mean(shown.map(({ citedRight }) => Number(citedRight > 0))),
        // Share of answers with sentences from several documents.
        mixed: mean(shown.map(({ isMixed }) => Number(isMixed))),
        // Share of questions whose answer is among the candidate passages.
        found: mean(shown.map(({ isFound }) => Number(isFound))),
        sources: mean(shown.map(({ cited }) => cited)),
      };
    });
}
