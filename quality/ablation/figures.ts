import type { AskedOutcome } from '../asked/measure-asked.ts';
import { mean } from '../mean.ts';
import type { Report } from '../report.ts';

/** Figures by name, each of one set: `squad-a nDCG@10`, `asked facts`. */
export type SetFigures = Readonly<Record<string, number>>;

/** What a rule can change, of a report with everyday questions. Counts of everyday questions, else shares. */
export function figuresOf(report: Pick<Report, 'asked' | 'lines' | 'answers'>): SetFigures {
  const { asked, lines, answers } = report;
  const figures: Record<string, number> = {};
  const answerable = asked.filter(({ question }) => question.answerable);
  const count = (of: readonly AskedOutcome[], is: (outcome: AskedOutcome) => boolean) => of.filter(is).length;
  figures['asked first'] = count(answerable, ({ rank }) => rank === 1);
  figures['asked in five'] = count(answerable, ({ rank }) => rank !== null && rank <= 5);
  figures['asked facts'] = count(answerable, ({ holdsFacts }) => holdsFacts);
  figures['asked on screen'] = count(answerable, ({ screenHoldsFacts }) => screenHoldsFacts);
  figures['asked wrong'] = count(answerable, ({ refused, holdsFacts }) => !refused && !holdsFacts);
  figures['asked unanswerable'] = count(asked, ({ refused, question }) => !refused && !question.answerable);
  for (const { name, figures: of } of lines) figures[`${shortName(name)} nDCG@10`] = of.ndcg10;
  for (const { name, gatedMarked, gatedWhole } of answers.answers) {
    figures[`${shortName(name)} marked`] = gatedMarked;
    figures[`${shortName(name)} whole`] = gatedWhole;
  }
  for (const { name, good, goodAnswered, othersAnswered } of answers.abstention) {
    if (good > 0) figures[`${shortName(name)} answered`] = goodAnswered;
    figures[`${shortName(name)} let through`] = othersAnswered;
  }
  return figures;
}

function shortName(name: string): string {
  return name.slice(name.indexOf('/') + 1);
}

/** Figures of which less is better. */
const ISSUES = /wrong$|unanswerable$|let through$/;

/** The kinds of figures in a line of the table. */
const KINDS: readonly (readonly [name: string, figures: RegExp])[] = [
  ['ranking', /nDCG@10$/],
  ['marked', /marked$/],
  ['whole', /whole$/],
  ['answered', /answered$/],
  ['let through', /let through$/],
];

/** By how much figures got worse without a rule: positive where the rule helps. */
export function lossOf(base: SetFigures, without: SetFigures, figure: string): number {
  const loss = (base[figure] ?? 0) - (without[figure] ?? 0);
  return ISSUES.test(figure) ? -loss : loss;
}

/** Mean loss of each measured kind of figure over the public sets, with the set that loses most. */
export function publicLosses(base: SetFigures, without: SetFigures) {
  return KINDS.flatMap(([kind, figures]) => {
    const names = Object.keys(base).filter((name) => figures.test(name));
    if (names.length === 0) return [];
    const losses = names.map((name) => ({ name, loss: lossOf(base, without, name) }));
    const most = losses.reduce((a, b) => (b.loss > a.loss ? b : a), { name: '', loss: 0 });
    return [{ kind, mean: mean(losses.map(({ loss }) => loss)), most }];
  });
}
