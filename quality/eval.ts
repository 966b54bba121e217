import { parseArgs } from 'node:util';
import type { Corpus, EvaluationSet } from './evaluation-set.ts';
import { withIndexedCorpus } from './indexed-corpus.ts';
import { type MeasuredAnswers, measureAnswers, poolAnswers } from './measure-answers.ts';
import { type MeasuredLine, meanLine, measureLine } from './measure-line.ts';
import { type MeasuredCost, meanOfLines, type Report, renderReport } from './report.ts';
import { sample } from './sample.ts';
import { chooseSets, readSet } from './sets.ts';

const USAGE = `npm run eval -- --data FOLDER [--sets all|NAME,…] [--limit QUESTIONS] [--json] [--no-answers]

Indexes each set of test data below FOLDER as Docent would, asks its questions, and prints how well they are answered.
A NAME is the path of a set below FOLDER or the last part of it. --limit takes so many questions a line, always the same.`;

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    sets: { type: 'string', default: 'all' },
    limit: { type: 'string', default: 'Infinity' },
    json: { type: 'boolean', default: false },
    'no-answers': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help || !values.data) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}

const limit = Number(values.limit);
const report = await evaluate(values.data, chooseSets(values.data, values.sets));
console.log(
  values.json
    ? JSON.stringify({ ...report, mean: meanOfLines(report.lines) }, null, 2)
    : renderReport(report),
);

async function evaluate(root: string, names: readonly string[]): Promise<Report> {
  const parts: Report[] = [];
  for (const name of names) {
    const startedAt = performance.now();
    parts.push(await evaluateSet(await readSet(root, name)));
    process.stderr.write(`${name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
  }
  return {
    lines: parts.flatMap(({ lines }) => lines),
    answers: parts.flatMap(({ answers }) => answers),
    costs: parts.flatMap(({ costs }) => costs),
  };
}

async function evaluateSet(set: EvaluationSet): Promise<Report> {
  const parts: Report[] = [];
  for (const corpus of set.corpora) parts.push(await evaluateCorpus(set.name, corpus));
  const lines = parts.flatMap(({ lines }) => lines);
  const answers = parts.flatMap(({ answers }) => answers);
  const mean = set.mean ? [meanLine(set.mean.line, lines, set.mean.reference)] : [];
  return {
    lines: [...lines, ...mean],
    answers: poolAnswers(set.name, answers),
    costs: parts.flatMap(({ costs }) => costs),
  };
}

function evaluateCorpus(name: string, corpus: Corpus): Promise<Report> {
  return withIndexedCorpus(corpus.documents, async (indexed) => {
    const lines: MeasuredLine[] = [];
    for (const line of corpus.lines) {
      lines.push(await measureLine(indexed, { ...line, questions: sample(line.questions, limit) }));
    }
    const answers: MeasuredAnswers[] = [];
    if (corpus.answering && !values['no-answers']) {
      const answerable = sample(corpus.answering.answerable, limit);
      const unanswerable = sample(corpus.answering.unanswerable, limit);
      answers.push(await measureAnswers(indexed, { ...corpus.answering, answerable, unanswerable }));
    }
    const cost: MeasuredCost = {
      name: lines[0]?.name ?? name,
      indexing: indexed.cost,
      msPerRanking: lines[0]?.msPerQuestion,
      msPerAnswer: answers[0]?.msPerQuestion,
    };
    return { lines, answers, costs: [cost] };
  });
}
