import type {
  AnswerableQuestion,
  AnsweringTask,
  AskedQuestion,
  Corpus,
  RankedQuestion,
  SourceDocument,
  UnanswerableQuestions,
} from './evaluation-set.ts';
import type { ReferenceTable } from './reference.ts';
import { type CorpusRow, documentOfRow, textOffset } from './source-document.ts';

export interface QueryRow {
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
  /** The conclusion that `answers` sums up as yes or no: nothing quotable. */
  readonly long_answer?: string;
  /** The only passages ingested when the question is unanswerable. */
  readonly passages?: readonly string[];
}

/** A set's parsed files. */
export interface SetFiles {
  readonly name: string;
  readonly queries: readonly QueryRow[];
  readonly unanswerable: readonly QueryRow[];
  readonly judgments: ReadonlyMap<string, ReadonlyMap<string, number>>;
  readonly references: readonly ReferenceTable[];
  readonly foreign: readonly UnanswerableQuestions[];
}

export function documentsOfRows(rows: readonly CorpusRow[]): SourceDocument[] {
  return rows.map(documentOfRow).filter((document) => document !== undefined);
}

export function asked(query: QueryRow): AskedQuestion {
  const before = (query.turns ?? []).slice(0, -1);
  const earlier = before.filter(({ role }) => role === 'user').map(({ text }) => text);
  const last = before.at(-1);
  const answered = last && last.role !== 'user' ? { lastAnswer: last.text } : {};
  return { id: query._id, text: query.text, earlier, ...answered, within: null };
}

/** Questions without a judgment cannot rate a ranking and are left out. */
export function ranked(
  queries: readonly QueryRow[],
  judgments: SetFiles['judgments'],
  ask: (query: QueryRow) => AskedQuestion = asked,
): RankedQuestion[] {
  return queries.flatMap((query) => {
    const relevant = judgments.get(query._id);
    return relevant ? [{ ...ask(query), relevant }] : [];
  });
}

/** The chunk with the middle of the answer is relevant. */
export function chunkQuestions(queries: readonly QueryRow[], rows: readonly CorpusRow[]): RankedQuestion[] {
  const textOf = new Map(rows.map((row) => [row._id, row.text]));
  return queries.map((query) => {
    const start = query.answer_start?.[0] ?? 0;
    const middle = start + Math.floor(Array.from(goldAnswers(query)[0] ?? '').length / 2);
    const offset = textOffset(textOf.get(query.doc!) ?? '', middle);
    return { ...asked(query), relevant: new Map([[`${query.doc}@${offset}`, 1]]) };
  });
}

export function task(set: SetFiles, answerable: readonly AnswerableQuestion[]): AnsweringTask {
  const near = set.unanswerable.filter((query) => !query.passages).map(asked);
  return {
    name: set.name,
    answerable,
    gold: 'quoted',
    unanswerable: [{ kind: 'near misses' as const, questions: near }, ...set.foreign].filter(
      ({ questions }) => questions.length > 0,
    ),
  };
}

export function isAsked({ answerable, unanswerable }: AnsweringTask): boolean {
  return answerable.length + unanswerable.length > 0;
}

/** Questions on one long document, asked of that document: their answers are passages, compared by shared words. */
export function inOwnDocument(set: SetFiles): AnsweringTask[] {
  const answerable = quotable(set.queries.filter((query) => query.doc !== undefined)).map((question, i) => ({
    ...question,
    within: new Set([set.queries[i]!.doc!]),
  }));
  if (answerable.length < set.queries.length) return [];
  return [{ name: `${set.name}: in its document`, answerable, gold: 'overlap', unanswerable: [] }];
}

/** Questions whose gold answers are quotations of the corpus. */
export function quotable(queries: readonly QueryRow[]): AnswerableQuestion[] {
  return queries
    .filter((query) => query.long_answer === undefined)
    .map((query) => ({ ...asked(query), answers: goldAnswers(query) }))
    .filter(({ answers }) => answers.length > 0);
}

export function goldAnswers(query: QueryRow): string[] {
  return (query.answers ?? []).flat();
}

/** Questions that must be refused when only passages near the topic were ingested, each asked of its own. */
export function noiseCorpus(set: SetFiles): Corpus | undefined {
  const documents: SourceDocument[] = [];
  const unanswerable = set.unanswerable
    .filter((query) => query.passages)
    .map((query): AskedQuestion => {
      const own = query.passages!.flatMap(
        (text, index) => documentOfRow({ _id: `${query._id}/${index}`, text }) ?? [],
      );
      documents.push(...own);
      return { ...asked(query), within: new Set(own.map(({ key }) => key)), isWholeCorpus: true };
    });
  if (unanswerable.length === 0) return undefined;
  const noise = { kind: 'near misses' as const, questions: unanswerable };
  return {
    documents,
    lines: [],
    tasks: [{ name: set.name, answerable: [], gold: 'quoted', unanswerable: [noise] }],
  };
}

export function pagesTask(name: string, questions: readonly RankedQuestion[]): AnsweringTask {
  const answerable = questions.map((question) => ({ ...question, answers: [...question.relevant.keys()] }));
  return { name, answerable, gold: 'pages', unanswerable: [] };
}

/** Every other article of one language: questions on the others are foreign to it. */
export function halfCorpus(set: SetFiles, queries: readonly QueryRow[], rows: readonly CorpusRow[]): Corpus {
  const articleOf = (key: string) => key.replace(/_\d+@.*$/, '');
  const articles = [...new Set(rows.map(({ _id }) => articleOf(_id)))].sort();
  const kept = new Set(articles.filter((_, i) => i % 2 === 0));
  const isKept = (key: string) => kept.has(articleOf(key));
  const isAnswered = (query: QueryRow) => [...(set.judgments.get(query._id)?.keys() ?? [])].some(isKept);
  const foreign = queries.filter((query) => !isAnswered(query)).map(asked);
  return {
    documents: documentsOfRows(rows.filter(({ _id }) => isKept(_id))),
    lines: [],
    tasks: [
      {
        name: `${set.name}: half of the articles`,
        answerable: quotable(queries.filter(isAnswered)),
        gold: 'none',
        unanswerable: [{ kind: 'foreign questions', questions: foreign }],
      },
    ],
  };
}
