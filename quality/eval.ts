import { parseArgs } from 'node:util';
import { ValueError } from '../src/settings/value-error.ts';
import { ablate } from './ablation/ablate.ts';
import { ANSWER_FAMILIES, answersFigures } from './answers-report.ts';
import { findCollections, readCollection } from './asked/collection.ts';
import { type AskedOutcome, measureAsked } from './asked/measure-asked.ts';
import { type ContextOutcome, measureContext, renderContext } from './asked/measure-context.ts';
import { ModelDownError, type ModelOutcome, openMeasuredModel } from './asked/measure-model.ts';
import { isSlip, mistyped } from './asked/mistyped.ts';
import { renderModel } from './asked/report-model.ts';
import type { Corpus, EvaluationSet } from './evaluation-set.ts';
import { measureGrounding } from './grounding-report.ts';
import { withIndexedCorpus } from './indexed-corpus.ts';
import { measureAnswers, poolOutcomes, type TaskOutcome } from './measure-answers.ts';
import { type MeasuredLine, meanLine, measureLine } from './measure-line.ts';
import { type MeasuredCost, meanOfLines, type Report, renderReport } from './report.ts';
import { sample } from './sample.ts';
import { chooseSets, readSet } from './sets.ts';

const FAMILIES = ['retrieval', 'followups', ...ANSWER_FAMILIES, 'asked', 'grounding'];

const USAGE = `npm run eval -- --data FOLDER [--sets all|NAME,…] [--only FAMILY,…] [--limit QUESTIONS] [--context] [--slip KIND] [--json]
npm run eval -- --ablate --data FOLDER [--sets all|NAME,…] [--limit QUESTIONS] [--rules NAME,…] [--jobs N] [--results FILE]

Indexes each set of test data below FOLDER as Docent would, asks its questions, and prints how well they are answered.
A NAME is the path of a set below FOLDER or the last part of it; "asked" stands for all collections of everyday questions. --limit takes so many questions a line, always the same.
With --context, "asked" measures what a language model would be given: with no wordings of its own, and with recorded ones. With LLM_PROVIDER set, that model words and answers the questions as well.
With --slip, a word of each question of "asked" is mistyped: letters "exchanged", one "missing", or "other".
With --ablate, each rule, table and weight is left out in turn, and what is lost is printed. --results keeps the figures, so that an interrupted run continues.
A FAMILY is one of ${FAMILIES.join(', ')}; all are measured unless some are named.`;

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    sets: { type: 'string', default: 'all' },
    only: { type: 'string', default: FAMILIES.join(',') },
    limit: { type: 'string', default: 'Infinity' },
    context: { type: 'boolean', default: false },
    slip: { type: 'string' },
    json: { type: 'boolean', default: false },
    ablate: { type: 'boolean', default: false },
    rules: { type: 'string' },
    jobs: { type: 'string', default: '1' },
    results: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const families = new Set(values.only.split(','));
const unknown = [...families].find((family) => !FAMILIES.includes(family));
const isNoSlip = values.slip !== undefined && !isSlip(values.slip);
if (values.help || !values.data || unknown !== undefined || isNoSlip) {
  if (unknown !== undefined) console.error(`Cannot measure ${unknown} as there is no such family.\n`);
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}

if (values.ablate) {
  console.log(await ablate({ ...values, data: values.data, jobs: Number(values.jobs) }));
  process.exit();
}
const limit = Number(values.limit);
if (values.context) {
  try {
    await compareContexts(values.data);
  } catch (error) {
    if (!(error instanceof ModelDownError || error instanceof ValueError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
  process.exit();
}
const report = await evaluate(values.data);
console.log(
  values.json
    ? JSON.stringify({ ...report, mean: meanOfLines(report.lines) }, null, 2)
    : renderReport(report),
);

interface Measured {
  readonly lines: readonly MeasuredLine[];
  readonly outcomes: readonly TaskOutcome[];
  readonly costs: readonly MeasuredCost[];
}

/** Prints what a model is given and, where one is set, how it answers; when it fails, what was measured until then. */
async function compareContexts(root: string): Promise<void> {
  await using model = await openMeasuredModel(process.env);
  const outcomes: ContextOutcome[] = [];
  const answers: ModelOutcome[] = [];
  try {
    for (const folder of findCollections(root)) {
      const collection = await readCollection(folder);
      const asked = { ...collection, questions: sample(collection.questions, limit) };
      for (const expansion of ['off', 'auto'] as const)
        outcomes.push(...(await measureContext(asked, expansion)));
      await model?.measure(asked, answers);
    }
  } finally {
    console.log(renderContext([...outcomes, ...answers.flatMap(({ answer }) => answer?.context ?? [])]));
    if (model && answers.length > 0)
      console.log(`\n${renderModel(answers, { model: model.id, cost: model.cost() })}`);
  }
}

async function evaluate(root: string): Promise<Report> {
  const parts: Measured[] = [];
  const wanted = values.sets.split(',');
  const others = wanted.filter((name) => name !== 'asked');
  const names = asksQuestions() && others.length > 0 ? chooseSets(root, others.join(',')) : [];
  for (const name of names) {
    const startedAt = performance.now();
    parts.push(await evaluateSet(await readSet(root, name)));
    process.stderr.write(`${name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
  }
  const asked: AskedOutcome[] = [];
  if (families.has('asked') && (others.length < wanted.length || values.sets === 'all')) {
    for (const folder of findCollections(root)) {
      const collection = await readCollection(folder);
      const questions = sample(collection.questions, limit).map((one, i) =>
        isSlip(values.slip) ? { ...one, question: mistyped(one.question, values.slip, i) } : one,
      );
      asked.push(...(await measureAsked({ ...collection, questions })));
    }
  }
  const { lines, outcomes, costs } = joined(parts);
  const hasGrounding = families.has('grounding') && values.sets === 'all';
  return {
    lines,
    answers: answersFigures(outcomes, families),
    grounding: hasGrounding ? measureGrounding(root) : undefined,
    asked,
    costs,
  };
}

async function evaluateSet(set: EvaluationSet): Promise<Measured> {
  const parts: Measured[] = [];
  for (const corpus of set.corpora) if (isWanted(corpus)) parts.push(await evaluateCorpus(set.name, corpus));
  const { lines, outcomes, costs } = joined(parts);
  const mean = set.mean && lines.length > 0 ? [meanLine(set.mean.line, lines, set.mean.reference)] : [];
  return { lines: [...lines, ...mean], outcomes: poolOutcomes(outcomes), costs };
}

function evaluateCorpus(name: string, corpus: Corpus): Promise<Measured> {
  return withIndexedCorpus(corpus.documents, async (indexed) => {
    const lines: MeasuredLine[] = [];
    for (const line of wantedLines(corpus)) {
      lines.push(await measureLine(indexed, { ...line, questions: sample(line.questions, limit) }));
    }
    const outcomes: TaskOutcome[] = [];
    for (const task of wantedTasks(corpus)) {
      const unanswerable = task.unanswerable.map(({ kind, questions }) => ({
        kind,
        questions: sample(questions, limit),
      }));
      const answerable = sample(task.answerable, limit);
      outcomes.push(await measureAnswers(indexed, { ...task, answerable, unanswerable }));
    }
    const about = lines[0]?.name ?? outcomes[0]?.name ?? name;
    return {
      lines,
      outcomes,
      costs: [{ name: about, indexing: indexed.cost, msPerRanking: lines[0]?.msPerQuestion }],
    };
  });
}

/** Follow-ups are the lines of the sets that have conversations. */
function wantedLines(corpus: Corpus): Corpus['lines'] {
  const hasConversations = corpus.lines.some(({ questions }) =>
    questions.some(({ earlier }) => earlier.length > 0),
  );
  return families.has(hasConversations ? 'followups' : 'retrieval') ? corpus.lines : [];
}

function wantedTasks(corpus: Corpus): Corpus['tasks'] {
  return ANSWER_FAMILIES.some((family) => families.has(family)) ? corpus.tasks : [];
}

function isWanted(corpus: Corpus): boolean {
  return wantedLines(corpus).length + wantedTasks(corpus).length > 0;
}

function asksQuestions(): boolean {
  return FAMILIES.some((family) => !['asked', 'grounding'].includes(family) && families.has(family));
}

function joined(parts: readonly Measured[]): Measured {
  return {
    lines: parts.flatMap(({ lines }) => lines),
    outcomes: parts.flatMap(({ outcomes }) => outcomes),
    costs: parts.flatMap(({ costs }) => costs),
  };
}
