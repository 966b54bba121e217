import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { parseFile } from '../src/ingestion/parse-file.ts';
import type {
  AnsweringTask,
  AskedQuestion,
  Corpus,
  EvaluationSet,
  Line,
  RankedQuestion,
  SourceDocument,
} from './evaluation-set.ts';
import { hasTable, readJsonLines, readJudgments } from './json-lines.ts';
import { type ReferenceTable, readReferences, referenceFor } from './reference.ts';
import { type CorpusRow, documentOfRow, documentsOfPages, textOffset } from './source-document.ts';

interface QueryRow {
  readonly _id: string;
  readonly text: string;
  readonly answers?: readonly (string | readonly string[])[];
  /** Code points into the text of `doc`. */
  readonly answer_start?: readonly number[];
  readonly doc?: string;
  readonly turns?: readonly { readonly role: string; readonly text: string }[];
  readonly rewrite?: string | null;
  readonly lang?: string;
  readonly site?: string;
  /** The conclusion that `answers` sums up as yes or no: nothing that could be quoted. */
  readonly long_answer?: string;
  /** What alone was ingested when the question is unanswerable. */
  readonly passages?: readonly string[];
}

/** Folders below `root` that hold documents and questions with judgments, by path, sorted. */
function findSets(root: string): string[] {
  return readdirSync(root, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((folder) => hasTable(folder, 'qrels.tsv') && hasTable(folder, 'queries.jsonl'))
    .filter((folder) => hasTable(folder, 'corpus.jsonl') || existsSync(join(folder, 'md')))
    .map((folder) => relative(root, folder))
    .sort();
}

/** @param names `all`, or paths of sets below `root`, or their last parts, between commas. */
export function chooseSets(root: string, names: string): string[] {
  const all = findSets(root);
  if (names === 'all') return all;
  return names.split(',').map((name) => {
    const found = all.find((set) => set === name || set.endsWith(`/${name}`));
    if (!found)
      throw new Error(`Cannot evaluate ${name} as ${root} holds no such set: it has ${all.join(', ')}`);
    return found;
  });
}

/** Reads the set in `<root>/<name>`, one of those that `chooseSets` gives. */
export async function readSet(root: string, name: string): Promise<EvaluationSet> {
  const folder = join(root, name);
  const set: SetFiles = {
    name,
    queries: readJsonLines<QueryRow>(folder, 'queries') ?? [],
    unanswerable: readJsonLines<QueryRow>(folder, 'unanswerable') ?? [],
    judgments: readJudgments(folder, 'qrels'),
    references: readReferences(folder),
  };
  const rows = readJsonLines<CorpusRow>(folder, 'corpus');
  if (!rows) return markdownSet(set, folder);
  if (rows.every((row) => /#p\d+$/.test(row._id))) return pagedSet(set, rows);
  if (set.queries.every((query) => query.lang !== undefined)) return languagesSet(set, rows);
  if (set.queries.every((query) => query.site !== undefined)) return sitesSet(set, rows);
  if (set.queries.every((query) => query.turns !== undefined)) return conversationsSet(set, rows);
  return plainSet(set, rows);
}

interface SetFiles {
  readonly name: string;
  readonly queries: readonly QueryRow[];
  readonly unanswerable: readonly QueryRow[];
  readonly judgments: ReadonlyMap<string, ReadonlyMap<string, number>>;
  readonly references: readonly ReferenceTable[];
}

function plainSet(set: SetFiles, rows: readonly CorpusRow[]): EvaluationSet {
  const lines: Line[] = [
    {
      name: set.name,
      unit: 'document',
      questions: ranked(set.queries, set.judgments),
      reference: set.references[0]?.figures,
    },
  ];
  if (set.queries.every((query) => query.doc !== undefined && query.answer_start !== undefined)) {
    lines.push({
      name: `${set.name}: chunks`,
      unit: 'chunk',
      questions: chunkQuestions(set.queries, rows),
      reference: referenceFor(set.references, /^chunks/),
    });
  }
  const corpora: Corpus[] = [
    { documents: documentsOfRows(rows), lines, ...answering(set, quotable(set.queries)) },
  ];
  const noise = noiseCorpus(set);
  return { name: set.name, corpora: noise ? [...corpora, noise] : corpora };
}

/** Questions that were written for the policy of one site are asked of that site's paragraphs alone. */
function sitesSet(set: SetFiles, rows: readonly CorpusRow[]): EvaluationSet {
  const keysOf = new Map(
    Array.from(
      Map.groupBy(rows, (row) => row.title),
      ([site, own]) => [site, new Set(own.map((row) => row._id))],
    ),
  );
  const distinct = Map.groupBy(set.queries, (query) => `${query.site}\n${query.text}`);
  const questions = Array.from(distinct.values(), (same): RankedQuestion => {
    const [first] = same;
    return {
      ...asked(first!),
      within: keysOf.get(first!.site) ?? null,
      relevant: new Map(same.flatMap((query) => [...(set.judgments.get(query._id) ?? [])])),
    };
  });
  const reference = referenceFor(set.references, /site/);
  return {
    name: set.name,
    corpora: [
      {
        documents: documentsOfRows(rows),
        lines: [{ name: set.name, unit: 'document', questions, reference }],
      },
    ],
  };
}

/** One index a language; the figure of the set is their mean. */
function languagesSet(set: SetFiles, rows: readonly CorpusRow[]): EvaluationSet {
  const queriesOf = Map.groupBy(set.queries, (query) => query.lang!);
  const rowsOf = Map.groupBy(rows, (row) => row._id.slice(row._id.lastIndexOf('@') + 1));
  const corpora = Array.from(
    queriesOf,
    ([language, queries]): Corpus => ({
      documents: documentsOfRows(rowsOf.get(language) ?? []),
      lines: [
        {
          name: `${set.name}: ${language}`,
          unit: 'document',
          questions: ranked(queries, set.judgments),
          reference: referenceFor(set.references, /language/, language),
        },
      ],
      answering: { name: `${set.name}: ${language}`, answerable: quotable(queries), unanswerable: [] },
    }),
  );
  return {
    name: set.name,
    corpora,
    mean: { line: set.name, reference: referenceFor(set.references, /average/) },
  };
}

/** Follow-ups by their last turn alone, by a human's rewrite, and with the words that earlier turns carry. */
function conversationsSet(set: SetFiles, rows: readonly CorpusRow[]): EvaluationSet {
  const rewritten = set.queries.filter((query) => query.rewrite);
  const line = (suffix: string, queries: readonly QueryRow[], caption: RegExp, ask = asked): Line => ({
    name: suffix ? `${set.name}: ${suffix}` : set.name,
    unit: 'document',
    questions: ranked(queries, set.judgments, ask),
    reference: referenceFor(set.references, caption),
  });
  const lastTurn = (query: QueryRow) => ({ ...asked(query), earlier: [] });
  const rewrite = (query: QueryRow) => ({ ...asked(query), text: query.rewrite ?? query.text, earlier: [] });
  const lines = [
    line('', set.queries, /^last turn/, lastTurn),
    line('with earlier turns', set.queries, /^last turn/),
    line('rewritten by people', rewritten, /^same, human rewrite/, rewrite),
    line('their last turns', rewritten, /that have a human rewrite/, lastTurn),
    line('theirs with earlier turns', rewritten, /that have a human rewrite/),
  ];
  // Their gold answers are in free words, so that only refusals can be counted.
  const answerable = set.queries.map((query) => ({ ...asked(query), answers: [] }));
  return {
    name: set.name,
    corpora: [{ documents: documentsOfRows(rows), lines, ...answering(set, answerable) }],
  };
}

/** Pages of long documents, found in the right document and among all. */
function pagedSet(set: SetFiles, rows: readonly CorpusRow[]): EvaluationSet {
  const inDocument = (query: QueryRow) => ({
    ...asked(query),
    within: query.doc ? new Set([query.doc]) : null,
  });
  return {
    name: set.name,
    corpora: [
      {
        documents: documentsOfPages(rows),
        lines: [
          {
            name: set.name,
            unit: 'page',
            questions: ranked(set.queries, set.judgments, inDocument),
            reference: referenceFor(set.references, /inside the right/),
          },
          {
            name: `${set.name}: all pages`,
            unit: 'page',
            questions: ranked(set.queries, set.judgments),
            reference: referenceFor(set.references, /over all pages/),
          },
        ],
      },
    ],
  };
}

/** Markdown files below `md`, with questions by hand and, where there are any, one-line summaries to find them by. */
async function markdownSet(set: SetFiles, folder: string): Promise<EvaluationSet> {
  const root = join(folder, 'md');
  const paths = readdirSync(root, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const documents = await Promise.all(
    paths.map(async (path): Promise<SourceDocument> => {
      const file = { path, format: 'markdown', title: null, filename: basename(path) };
      const parsed = await parseFile(file, readFileSync(path));
      return { key: relative(root, path), title: null, filename: file.filename, parsed };
    }),
  );
  const summaries = readJsonLines<QueryRow>(folder, 'queries_summary');
  const lines: Line[] = [
    {
      name: set.name,
      unit: 'document',
      questions: ranked(set.queries, set.judgments),
      reference: referenceFor(set.references, /hand-written/),
    },
  ];
  if (summaries) {
    lines.push({
      name: `${set.name}: summaries`,
      unit: 'document',
      questions: ranked(summaries, readJudgments(folder, 'qrels_summary')),
      reference: referenceFor(set.references, /summaries/),
    });
  }
  return { name: set.name, corpora: [{ documents, lines, ...answering(set, quotable(set.queries)) }] };
}

function documentsOfRows(rows: readonly CorpusRow[]): SourceDocument[] {
  return rows.map(documentOfRow).filter((document) => document !== undefined);
}

function asked(query: QueryRow): AskedQuestion {
  const earlier = (query.turns ?? []).slice(0, -1).filter(({ role }) => role === 'user');
  return { id: query._id, text: query.text, earlier: earlier.map(({ text }) => text), within: null };
}

/** Questions without a judgment say nothing about a ranking and are left out. */
function ranked(
  queries: readonly QueryRow[],
  judgments: SetFiles['judgments'],
  ask: (query: QueryRow) => AskedQuestion = asked,
): RankedQuestion[] {
  return queries.flatMap((query) => {
    const relevant = judgments.get(query._id);
    return relevant ? [{ ...ask(query), relevant }] : [];
  });
}

/** Relevant is the chunk that holds the middle of the answer. */
function chunkQuestions(queries: readonly QueryRow[], rows: readonly CorpusRow[]): RankedQuestion[] {
  const textOf = new Map(rows.map((row) => [row._id, row.text]));
  return queries.map((query) => {
    const start = query.answer_start?.[0] ?? 0;
    const middle = start + Math.floor(Array.from(goldAnswers(query)[0] ?? '').length / 2);
    const offset = textOffset(textOf.get(query.doc!) ?? '', middle);
    return { ...asked(query), relevant: new Map([[`${query.doc}@${offset}`, 1]]) };
  });
}

function answering(set: SetFiles, answerable: AnsweringTask['answerable']): { answering?: AnsweringTask } {
  const unanswerable = set.unanswerable.filter((query) => !query.passages).map(asked);
  if (answerable.length + unanswerable.length === 0) return {};
  return { answering: { name: set.name, answerable, unanswerable } };
}

/** Questions whose gold answers are quotations of the corpus. */
function quotable(queries: readonly QueryRow[]): AnsweringTask['answerable'] {
  return queries
    .filter((query) => query.long_answer === undefined)
    .map((query) => ({ ...asked(query), answers: goldAnswers(query) }))
    .filter(({ answers }) => answers.length > 0);
}

function goldAnswers(query: QueryRow): string[] {
  return (query.answers ?? []).flat();
}

/** Questions that must be refused when nothing but passages near the topic was ingested, each asked of its own. */
function noiseCorpus(set: SetFiles): Corpus | undefined {
  const documents: SourceDocument[] = [];
  const unanswerable = set.unanswerable
    .filter((query) => query.passages)
    .map((query): AskedQuestion => {
      const own = query.passages!.flatMap(
        (text, index) => documentOfRow({ _id: `${query._id}/${index}`, text }) ?? [],
      );
      documents.push(...own);
      return { ...asked(query), within: new Set(own.map(({ key }) => key)) };
    });
  if (unanswerable.length === 0) return undefined;
  return { documents, lines: [], answering: { name: set.name, answerable: [], unanswerable } };
}
