import { auroc } from './auroc.ts';
import { mean } from './mean.ts';
import type { TaskOutcome } from './measure-answers.ts';

export interface AnswerFigures {
  readonly name: string;
  readonly questions: number;
  /** Worth of the marked sentence and of the whole answer, which is a passage. */
  readonly marked: number;
  readonly whole: number;
  /** Of an answer, mean over the questions. */
  readonly words: number;
  /** The same with the default threshold's refusals, which are worth nothing. */
  readonly gatedMarked: number;
  readonly gatedWhole: number;
  readonly retrieveMs: number;
  readonly answerMs: number;
}

export interface AbstentionFigures {
  readonly name: string;
  readonly good: number;
  readonly others: number;
  readonly auroc: number;
  /** Shares that pass the default threshold. */
  readonly goodAnswered: number;
  readonly othersAnswered: number;
  /** Others answered with a sentence that repeats nearly all of the question. */
  readonly othersRepeated: number;
}

export interface CitationFigures {
  readonly name: string;
  readonly answers: number;
  readonly resolving: number;
  /** Share of sources that hold a gold answer; share of questions with one such source, or with one in first place. */
  readonly precision: number;
  readonly recall: number;
  /** Share of questions whose answer is among the candidate passages. */
  readonly found: number;
  /** Share of answers with sentences from several documents. */
  readonly mixed: number;
  readonly sources: number;
}

/** A sentence with this share of a question's content words states its premise. */
const REPEATED_MIN = 0.8;

export function answerFigures(outcomes: readonly TaskOutcome[], threshold: number): AnswerFigures[] {
  return outcomes
    .filter(({ gold, given }) => (gold === 'quoted' || gold === 'overlap') && given.length > 0)
    .map(({ name, given }) => {
      const passing = (worth: number, probability: number) => (probability < threshold ? 0 : worth);
      return {
        name,
        questions: given.length,
        marked: mean(given.map(({ marked }) => marked)),
        whole: mean(given.map(({ whole }) => whole)),
        words: mean(given.map(({ words }) => words)),
        gatedMarked: mean(given.map(({ marked, probability }) => passing(marked, probability))),
        gatedWhole: mean(given.map(({ whole, probability }) => passing(whole, probability))),
        retrieveMs: mean(given.map(({ retrieveMs }) => retrieveMs)),
        answerMs: mean(given.map(({ answerMs }) => answerMs)),
      };
    });
}

export function abstentionFigures(outcomes: readonly TaskOutcome[], threshold: number): AbstentionFigures[] {
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
        goodAnswered: mean(good.map(passing)),
        othersAnswered: mean(others.map(passing)),
        othersRepeated: mean(
          answers.map(({ probability, repeated }) => passing(probability) * Number(repeated >= REPEATED_MIN)),
        ),
      };
    });
  });
}

/** One tenth of the probability scale. */
export interface ReliabilityFigures {
  readonly from: number;
  /** Mean probability of its answers, and how many of them are of answerable questions. */
  readonly stated: number;
  readonly answerable: number;
  readonly questions: number;
}

/**
 * Calibration of the probability: every line of the abstention table counts the same, and its answerable questions as
 * much as its others.
 */
export function reliabilityFigures(outcomes: readonly TaskOutcome[]): ReliabilityFigures[] {
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
        stated: total(({ probability }) => probability) / weight,
        answerable: total(({ isGood }) => isGood) / weight,
        questions: members.length,
      };
    });
}

export function citationFigures(outcomes: readonly TaskOutcome[], threshold: number): CitationFigures[] {
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
        precision:
          total(({ citedRight }) => citedRight) /
          Math.max(
            1,
            total(({ cited }) => cited),
          ),
        recall: mean(shown.map(({ citedRight }) => Number(citedRight > 0))),
        mixed: mean(shown.map(({ isMixed }) => Number(isMixed))),
        found: mean(shown.map(({ isFound }) => Number(isFound))),
        sources: mean(shown.map(({ cited }) => cited)),
      };
    });
}
