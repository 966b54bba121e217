import { type Column, table, tableOf } from '../table.ts';
import { type AskedOutcome, DEPTHS } from './measure-asked.ts';

/** Figures of everyday questions: by collection, by how far their words are from the document's, and by kind. */
export function renderAsked(outcomes: readonly AskedOutcome[]): string {
  const answerable = outcomes.filter(({ question }) => question.answerable);
  const groups: Group[] = [
    ...groupsBy(answerable, ({ collection }) => collection),
    ...groupsBy(answerable, ({ question }) => `worded ${question.wording}`),
    ...groupsBy(answerable, ({ question }) => question.kind),
    ['all', answerable],
  ];
  const parts = [
    tableOf(COLUMNS, groups),
    renderUnanswerable(outcomes),
    renderSureness(outcomes),
    renderReliability(outcomes),
  ];
  return parts.join('\n\n');
}

type Reply = Pick<AskedOutcome, 'refused' | 'unsure' | 'holdsFacts'>;

type Group = readonly [name: string, outcomes: readonly AskedOutcome[]];

/** How many of a group are so. */
function counting(heading: string, is: (outcome: AskedOutcome) => boolean): Column<Group> {
  return [heading, ([, of]) => String(count(of, is))];
}

const COLUMNS: readonly Column<Group>[] = [
  ['everyday questions', ([name]) => name],
  counting('asked', () => true),
  [
    `gold in top ${DEPTHS.join(' / ')}`,
    ([, of]) => DEPTHS.map((depth) => count(of, ({ rank }) => rank <= depth)).join(' / '),
  ],
  [
    'BM25 windows',
    ([, of]) => DEPTHS.map((depth) => count(of, ({ windowRank }) => windowRank <= depth)).join(' / '),
  ],
  counting('facts', ({ holdsFacts }) => holdsFacts),
  counting('and gold', ({ holdsGold }) => holdsGold),
  counting('on screen', ({ screenHoldsFacts }) => screenHoldsFacts),
  counting('and gold', ({ screenHoldsGold }) => screenHoldsGold),
  counting('wrong', ({ refused, holdsFacts }) => !refused && !holdsFacts),
  counting('refused', ({ refused }) => refused),
];

/** What is answered although the documents do not tell, or only what other documents say. */
function renderUnanswerable(outcomes: readonly AskedOutcome[]): string {
  const others = outcomes.filter(({ question }) => !question.answerable);
  const without = outcomes.flatMap(({ withoutGold }) => withoutGold ?? []);
  const groups = groupsBy(others, ({ question }) => `${question.topic} the topic`);
  const columns: Column<readonly [string, readonly Reply[]]>[] = [
    ['unanswerable questions', ([name]) => name],
    ['asked', ([, of]) => String(of.length)],
    ['answered', ([, of]) => String(count(of, ({ refused }) => !refused))],
    ['with facts', ([, of]) => String(count(of, ({ holdsFacts }) => holdsFacts))],
    ['sure', ([, of]) => String(count(of, ({ refused, unsure }) => !refused && !unsure))],
    ['with facts', ([, of]) => String(count(of, ({ unsure, holdsFacts }) => !unsure && holdsFacts))],
  ];
  return tableOf(columns, [...groups, ['all', others], ['their documents left out', without]]);
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

function groupsBy(outcomes: readonly AskedOutcome[], keyOf: (outcome: AskedOutcome) => string): Group[] {
  return [...Map.groupBy(outcomes, keyOf)].sort(([a], [b]) => (a < b ? -1 : 1));
}

function count<T>(outcomes: readonly T[], is: (outcome: T) => boolean): number {
  return outcomes.filter(is).length;
}
