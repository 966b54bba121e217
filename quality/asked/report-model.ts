import type { Grounded } from '../../src/ports/given-answer.ts';
import { mean } from '../mean.ts';
import { type Column, share, table, tableOf } from '../table.ts';
import type { ModelOutcome } from './measure-model.ts';

/** How well a language model answers. Shares are 0–1; those of answers are of all questions of the kind. */
type ModelFigures = ReturnType<typeof modelFigures>;

/**
 * A table by collection, one of the verdicts before and after the model's judgement where it gave any, and the same
 * figures as one line of JSON.
 */
export function renderModel(
  outcomes: readonly ModelOutcome[],
  { model, cost }: { model: string; cost: number | null },
): string {
  const groups = [...Map.groupBy(outcomes, ({ collection }) => collection), ['all', outcomes] as const];
  const figures = groups.map(([name, of]) => [name, modelFigures(of)] as const);
  const all = { model, cost_usd: cost, ...Object.fromEntries(figures) };
  const columns = COLUMNS.map(([heading, cell]): Column<(typeof figures)[number]> => {
    return [heading, ([, of]) => cell(of)];
  });
  const byCollection = tableOf([[`written by ${model}`, ([name]) => name], ...columns], figures);
  const tables = [byCollection, ...judgementTable(modelFigures(outcomes))];
  return [...tables, JSON.stringify(all, rounded)].join('\n\n');
}

function judgementTable({ judgement, by_rules, supported, partial, unsupported }: ModelFigures): string[] {
  if (judgement.calls === 0) return [];
  const { statements, changed, calls, ms } = judgement;
  const shares = (of: Record<Grounded, number>) => [of.supported, of.partial, of.unsupported].map(share);
  const heads = 'verdicts, statements, supported, partial, unsupported, changed, calls, ms a call';
  const before = ['by the built-in check', String(statements), ...shares(by_rules), '', '', ''];
  const after = [
    'after the model’s judgement',
    String(statements),
    ...shares({ supported, partial, unsupported }),
  ];
  const cost = [String(changed), calls.toFixed(2), ms.toFixed(0)];
  return [table([heads.split(', '), before, [...after, ...cost]])];
}

function rounded(_name: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toFixed(4)) : value;
}

const COLUMNS: readonly Column<ModelFigures>[] = [
  ['questions', ({ answerable }) => String(answerable)],
  ['facts', ({ facts }) => share(facts)],
  ['refused', ({ refused }) => share(refused)],
  ['quoted', ({ quoted }) => share(quoted)],
  ['failed', ({ failed }) => String(failed)],
  ['citations hold', ({ citations }) => share(citations)],
  ['supported', ({ supported }) => share(supported)],
  ['partial', ({ partial }) => share(partial)],
  ['unsupported', ({ unsupported }) => share(unsupported)],
  ['near answered', ({ near }) => `${near.answered} / ${near.asked}`],
  ['far answered', ({ far }) => `${far.answered} / ${far.asked}`],
  ['tokens', ({ prompt_tokens: read, completion_tokens: written }) => (read + written).toFixed(0)],
  ['calls', ({ calls }) => calls.toFixed(2)],
  ['p50 ms', ({ p50_ms: ms }) => ms.toFixed(0)],
];

function modelFigures(outcomes: readonly ModelOutcome[]) {
  const answerable = outcomes.filter(({ question }) => question.answerable);
  const answers = outcomes.flatMap(({ answer }) => answer ?? []);
  const right = answerable.flatMap(({ answer }) => answer ?? []);
  const shareOf = (is: (answer: (typeof answers)[number]) => boolean) =>
    right.filter(is).length / Math.max(1, answerable.length);
  const cited = right.reduce((sum, { cited }) => sum + cited, 0);
  const statements = answers.flatMap(({ statements }) => statements);
  const shares = (by: 'byRules' | 'verdict'): Record<Grounded, number> => {
    const of = (wanted: Grounded) => mean(statements.map((statement) => Number(statement[by] === wanted)));
    return { supported: of('supported'), partial: of('partial'), unsupported: of('unsupported') };
  };
  const judgements = answers.flatMap(({ judgementMs }) => judgementMs ?? []);
  const usages = answers.flatMap(({ usage }) => usage ?? []);
  const unanswerable = (topic: 'near' | 'far') => {
    const of = outcomes.filter(({ question }) => !question.answerable && question.topic === topic);
    return { answered: of.filter(({ answer }) => answer && !answer.refused).length, asked: of.length };
  };
  return {
    answerable: answerable.length,
    context_recall: shareOf(({ context }) => context.isHeld),
    facts: shareOf(({ holdsFacts }) => holdsFacts),
    refused: shareOf(({ refused }) => refused),
    quoted: shareOf(({ quoted, refused }) => quoted && !refused),
    failed: outcomes.length - answers.length,
    citations: right.reduce((sum, { citedGold }) => sum + citedGold, 0) / Math.max(1, cited),
    ...shares('verdict'),
    by_rules: shares('byRules'),
    judgement: {
      statements: statements.length,
      changed: statements.filter(({ byRules, verdict }) => byRules !== verdict).length,
      calls: judgements.length / Math.max(1, answers.length),
      ms: mean(judgements),
    },
    ...{ near: unanswerable('near'), far: unanswerable('far') },
    prompt_tokens: mean(usages.map(({ promptTokens }) => promptTokens)),
    completion_tokens: mean(usages.map(({ completionTokens }) => completionTokens)),
    calls: mean(answers.map(({ context }) => context.calls)),
    p50_ms: answers.map(({ ms }) => ms).sort((a, b) => a - b)[Math.floor(answers.length / 2)] ?? 0,
  };
}
