import { table } from '../table.ts';
import { type AskedOutcome, DEPTHS } from './measure-asked.ts';

/** Figures of everyday questions: by collection, by how far their words are from the document's, and by kind. */
export function renderAsked(outcomes: readonly AskedOutcome[]): string {
  const answerable = outcomes.filter(({ question }) => question.answerable);
  const groups: [string, readonly AskedOutcome[]][] = [
    ...groupsBy(answerable, ({ collection }) => collection),
    ...groupsBy(answerable, ({ question }) => `worded ${question.wording}`),
    ...groupsBy(answerable, ({ question }) => question.kind),
    ['all', answerable],
  ];
  const rows = groups.map(([name, of]) => [
    name,
    String(of.length),
    DEPTHS.map((depth) => count(of, ({ rank }) => rank <= depth)).join(' / '),
    DEPTHS.map((depth) => count(of, ({ windowRank }) => windowRank <= depth)).join(' / '),
    String(count(of, ({ holdsFacts }) => holdsFacts)),
    String(count(of, ({ holdsGold }) => holdsGold)),
    String(count(of, ({ screenHoldsFacts }) => screenHoldsFacts)),
    String(count(of, ({ screenHoldsGold }) => screenHoldsGold)),
    String(count(of, ({ refused, holdsFacts }) => !refused && !holdsFacts)),
    String(count(of, ({ refused }) => refused)),
  ]);
  const depths = DEPTHS.join(' / ');
  const head = ['everyday questions', 'asked', `gold in top ${depths}`, 'BM25 windows'];
  const facts = ['facts', 'and gold', 'on screen', 'and gold', 'wrong', 'refused'];
  return `${table([[...head, ...facts], ...rows])}\n\n${renderUnanswerable(outcomes)}`;
}

function renderUnanswerable(outcomes: readonly AskedOutcome[]): string {
  const others = outcomes.filter(({ question }) => !question.answerable);
  const groups = groupsBy(others, ({ question }) => `${question.topic} the topic`);
  const rows = [...groups, ['all', others] as const].map(([name, of]) => [
    name,
    String(of.length),
    String(count(of, ({ refused }) => !refused)),
  ]);
  return table([['unanswerable questions', 'asked', 'answered'], ...rows]);
}

function groupsBy(
  outcomes: readonly AskedOutcome[],
  keyOf: (outcome: AskedOutcome) => string,
): [string, readonly AskedOutcome[]][] {
  return [...Map.groupBy(outcomes, keyOf)].sort(([a], [b]) => (a < b ? -1 : 1));
}

function count(outcomes: readonly AskedOutcome[], is: (outcome: AskedOutcome) => boolean): number {
  return outcomes.filter(is).length;
}
