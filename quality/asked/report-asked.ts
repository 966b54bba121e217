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
  const parts = [
    table([[...head, ...facts], ...rows]),
    renderUnanswerable(outcomes),
    renderSureness(outcomes),
    renderReliability(outcomes),
  ];
  return parts.join('\n\n');
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

/** What it is worth that an answer is not marked as unsure. */
function renderSureness(outcomes: readonly AskedOutcome[]): string {
  const answered = outcomes.filter(({ refused }) => !refused);
  const rows = [false, true].map((isUnsure) => {
    const of = answered.filter(({ unsure }) => unsure === isUnsure);
    const answerable = of.filter(({ question }) => question.answerable);
    const facts = count(answerable, ({ holdsFacts }) => holdsFacts);
    const first = count(answerable, ({ rank }) => rank === 1);
    const unanswerable = of.length - answerable.length;
    return [isUnsure ? 'not sure' : 'sure', ...[answerable.length, first, facts, unanswerable].map(String)];
  });
  return table([['everyday answers', 'answerable', 'gold is first', 'facts', 'unanswerable'], ...rows]);
}

/** What the probability of an answer is worth: how often the first passage holds the gold, and the answer the facts. */
function renderReliability(outcomes: readonly AskedOutcome[]): string {
  const rows = BINS.map((from, i) => {
    const of = outcomes.filter(({ probability }) => probability >= from && probability < (BINS[i + 1] ?? 2));
    const total = of.reduce((sum, { probability }) => sum + probability, 0);
    const share = (value: number) => (of.length === 0 ? '–' : (value / of.length).toFixed(2));
    const isFirst = share(count(of, ({ rank }) => rank === 1));
    const hasFacts = share(count(of, ({ question, holdsFacts }) => question.answerable && holdsFacts));
    return [from.toFixed(2), share(total), isFirst, hasFacts, String(of.length)];
  });
  return table([['everyday probability from', 'mean', 'gold is first', 'facts', 'questions'], ...rows]);
}

const BINS = [0, 0.15, 0.35, 0.6, 0.8];

function groupsBy(
  outcomes: readonly AskedOutcome[],
  keyOf: (outcome: AskedOutcome) => string,
): [string, readonly AskedOutcome[]][] {
  return [...Map.groupBy(outcomes, keyOf)].sort(([a], [b]) => (a < b ? -1 : 1));
}

function count(outcomes: readonly AskedOutcome[], is: (outcome: AskedOutcome) => boolean): number {
  return outcomes.filter(is).length;
}
