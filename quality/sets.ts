import { existsSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import type {
  AnswerableQuestion,
  AnsweringTask,
  Corpus,
  EvaluationSet,
  Line,
  RankedQuestion,
  SourceDocument,
} from './evaluation-set.ts';
import { foreignQuestions } from './foreign-questions.ts';
import { hasTable, readJsonLines, readJudgments } from './json-lines.ts';
import { type Reference, readReferences, referenceFor } from './reference.ts';
import { setFolders } from './set-folders.ts';
import {
  asked,
  chunkQuestions,
  documentsOfRows,
  goldAnswers,
  halfCorpus,
  inOwnDocument,
  isAsked,
  noiseCorpus,
  pagesTask,
  type QueryRow,
  quotable,
  ranked,
  type SetFiles,
  task,
} from './set-questions.ts';
import { type CorpusRow, documentsOfPages } from './source-document.ts';
import { fileDocuments, filesIn } from './source-files.ts';

/** The sets with documents and judged questions: `root` itself may be one. */
function findSets(root: string) {
  return setFolders(root, (folder) => {
    const isAsked = hasTable(folder, 'qrels.tsv') && hasTable(folder, 'queries.jsonl');
    return isAsked && (hasTable(folder, 'corpus.jsonl') || filesOf(folder) !== undefined);
  });
}

/** @param names `all`, or comma-separated paths of sets below `root`, or their last parts. */
export function chooseSets(root: string, names: string): string[] {
  const all = findSets(root).map(({ name }) => name);
  if (names === 'all') return all;
  return names.split(',').map((name) => {
    const found = all.find((set) => set === name || set.endsWith(`/${name}`));
    if (!found)
      throw new Error(`Cannot evaluate ${name} as ${root} holds no such set: it has ${all.join(', ')}`);
    return found;
  });
}

/** Reads the set in `<root>/<name>`, one returned by `chooseSets`. */
export async function readSet(root: string, name: string): Promise<EvaluationSet> {
  const folder = findSets(root).find((set) => set.name === name)!.folder;
  const set: SetFiles = {
    name,
    queries: readJsonLines<QueryRow>(folder, 'queries') ?? [],
    unanswerable: readJsonLines<QueryRow>(folder, 'unanswerable') ?? [],
    judgments: readJudgments(folder, 'qrels'),
    references: readReferences(folder),
    foreign: foreignQuestions(root, name),
  };
  const rows = readJsonLines<CorpusRow>(folder, 'corpus');
  if (!rows) return filesSet(set, folder);
  if (rows.every((row) => /#p\d+$/.test(row._id))) return pagedSet(set, folder, rows);
  if (set.queries.every((query) => query.lang !== undefined)) return languagesSet(set, rows);
  if (set.queries.every((query) => query.site !== undefined)) return sitesSet(set, rows);
  if (set.queries.every((query) => query.turns !== undefined)) return conversationsSet(set, rows);
  return plainSet(set, rows);
}

function lineOf(
  name: string,
  questions: readonly RankedQuestion[],
  reference: Reference | undefined,
  unit: Line['unit'] = 'document',
): Line {
  return { name, unit, questions, reference };
}

function plainSet(set: SetFiles, rows: readonly CorpusRow[]): EvaluationSet {
  const lines = [lineOf(set.name, ranked(set.queries, set.judgments), set.references[0]?.figures)];
  if (set.queries.every((query) => query.doc !== undefined && query.answer_start !== undefined)) {
    const reference = referenceFor(set.references, /^chunks/);
    lines.push(lineOf(`${set.name}: chunks`, chunkQuestions(set.queries, rows), reference, 'chunk'));
  }
  const tasks = [task(set, quotable(set.queries)), ...inOwnDocument(set)];
  const corpora: Corpus[] = [{ documents: documentsOfRows(rows), lines, tasks: tasks.filter(isAsked) }];
  const noise = noiseCorpus(set);
  return { name: set.name, corpora: noise ? [...corpora, noise] : corpora };
}

/** Questions about one site's policy are asked of that site's paragraphs alone. */
function sitesSet(set: SetFiles, rows: readonly CorpusRow[]): EvaluationSet {
  const keysOf = new Map(
    Array.from(
      Map.groupBy(rows, (row) => row.title),
      ([site, own]) => [site, new Set(own.map((row) => row._id))],
    ),
  );
  const distinct = Map.groupBy(set.queries, (query) => `${query.site}\n${query.text}`);
  const questions = Array.from(distinct.values(), (same): RankedQuestion & AnswerableQuestion => {
    const [first] = same;
    return {
      ...asked(first!),
      within: keysOf.get(first!.site) ?? null,
      relevant: new Map(same.flatMap((query) => [...(set.judgments.get(query._id) ?? [])])),
      answers: same.flatMap(goldAnswers),
    };
  });
  const reference = referenceFor(set.references, /site/);
  return {
    name: set.name,
    corpora: [
      {
        documents: documentsOfRows(rows),
        lines: [lineOf(set.name, questions, reference)],
        tasks: [{ name: set.name, answerable: questions, gold: 'overlap', unanswerable: [] }],
      },
    ],
  };
}

/** One index a language, and another with half of the articles; the set's figure is the mean of the first. */
function languagesSet(set: SetFiles, rows: readonly CorpusRow[]): EvaluationSet {
  const queriesOf = Map.groupBy(set.queries, (query) => query.lang!);
  const rowsOf = Map.groupBy(rows, (row) => row._id.slice(row._id.lastIndexOf('@') + 1));
  const corpora = Array.from(
    queriesOf,
    ([language, queries]): Corpus => ({
      documents: documentsOfRows(rowsOf.get(language) ?? []),
      lines: [
        lineOf(
          `${set.name}: ${language}`,
          ranked(queries, set.judgments),
          referenceFor(set.references, /language/, language),
        ),
      ],
      tasks: [{ name: set.name, answerable: quotable(queries), gold: 'quoted', unanswerable: [] }],
    }),
  );
  const halves = Array.from(queriesOf, ([language, queries]) =>
    halfCorpus(set, queries, rowsOf.get(language) ?? []),
  );
  return {
    name: set.name,
    corpora: [...corpora, ...halves],
    mean: { line: set.name, reference: referenceFor(set.references, /average/) },
  };
}

/** Follow-ups by their last turn alone, by a human's rewrite, and with words carried over from earlier turns. */
function conversationsSet(set: SetFiles, rows: readonly CorpusRow[]): EvaluationSet {
  const rewritten = set.queries.filter((query) => query.rewrite);
  const line = (suffix: string, queries: readonly QueryRow[], caption: RegExp, ask = asked) =>
    lineOf(
      suffix ? `${set.name}: ${suffix}` : set.name,
      ranked(queries, set.judgments, ask),
      referenceFor(set.references, caption),
    );
  const lastTurn = (query: QueryRow) => ({ ...asked(query), earlier: [] });
  const rewrite = (query: QueryRow) => ({ ...asked(query), text: query.rewrite ?? query.text, earlier: [] });
  const lines = [
    line('', set.queries, /^last turn/, lastTurn),
    line('with earlier turns', set.queries, /^last turn/),
    line('rewritten by people', rewritten, /^same, human rewrite/, rewrite),
    line('their last turns', rewritten, /that have a human rewrite/, lastTurn),
    line('theirs with earlier turns', rewritten, /that have a human rewrite/),
  ];
  // Their gold answers are free text, so only refusals can be counted.
  const conversationTask = (
    name: string,
    ask: typeof asked,
    foreign: SetFiles['foreign'],
  ): AnsweringTask => ({
    name,
    answerable: set.queries.map((query) => ({ ...ask(query), answers: [] })),
    gold: 'none',
    unanswerable: [{ kind: 'near misses', questions: set.unanswerable.map(ask) }, ...foreign],
  });
  const rewriteIfAny = (query: QueryRow) => (query.rewrite ? rewrite(query) : asked(query));
  const tasks = [
    conversationTask(set.name, asked, []),
    conversationTask(`${set.name}: rewritten by people`, rewriteIfAny, set.foreign),
  ];
  return { name: set.name, corpora: [{ documents: documentsOfRows(rows), lines, tasks }] };
}

/** Pages of long documents: of the text that the set comes with, and of its PDFs as Docent reads them. */
async function pagedSet(set: SetFiles, folder: string, rows: readonly CorpusRow[]): Promise<EvaluationSet> {
  const corpora = [pagesCorpus(set, set.name, documentsOfPages(rows))];
  const pdfs = join(folder, 'pdfs');
  if (existsSync(pdfs)) {
    const documents = await fileDocuments(filesIn(pdfs), (path) => basename(path, '.pdf'));
    corpora.push(pagesCorpus(set, `${set.name}: its files`, documents));
  }
  return { name: set.name, corpora };
}

/** Pages, searched in the right document and among all. */
function pagesCorpus(set: SetFiles, name: string, documents: readonly SourceDocument[]): Corpus {
  const anywhere = ranked(set.queries, set.judgments);
  const inDocument = ranked(set.queries, set.judgments, (query: QueryRow) => ({
    ...asked(query),
    within: query.doc ? new Set([query.doc]) : null,
  }));
  return {
    documents,
    lines: [
      lineOf(name, inDocument, referenceFor(set.references, /inside the right/), 'page'),
      lineOf(`${name}: all pages`, anywhere, referenceFor(set.references, /over all pages/), 'page'),
    ],
    tasks: [pagesTask(name, inDocument), pagesTask(`${name}: all pages`, anywhere)],
  };
}

/** The folder with the documents of a set as files: Markdown in `md`, several formats in `files`. */
function filesOf(folder: string): string | undefined {
  return ['md', 'files'].map((name) => join(folder, name)).find(existsSync);
}

/** Files with manual questions and, where available, one-line summaries to find them by. */
async function filesSet(set: SetFiles, folder: string): Promise<EvaluationSet> {
  const root = filesOf(folder)!;
  const documents = await fileDocuments(filesIn(root), (path) => relative(root, path));
  const summaries = readJsonLines<QueryRow>(folder, 'queries_summary');
  const handWritten = referenceFor(set.references, /hand-written/);
  const lines = [lineOf(set.name, ranked(set.queries, set.judgments), handWritten)];
  if (summaries) {
    const questions = ranked(summaries, readJudgments(folder, 'qrels_summary'));
    lines.push(lineOf(`${set.name}: summaries`, questions, referenceFor(set.references, /summaries/)));
  }
  return { name: set.name, corpora: [{ documents, lines, tasks: [task(set, quotable(set.queries))] }] };
}
