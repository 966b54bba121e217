import { type Finding, findAnswer, sentenceOf } from '../src/answering/judge/finding.ts';
import { type GateEvidence, gateEvidence } from '../src/answering/judge/gate.ts';
import { loadConfig } from '../src/settings/config.ts';
import type {
  AnswerableQuestion,
  AnsweringTask,
  AskedQuestion,
  UnanswerableQuestions,
} from './evaluation-set.ts';
import { finderOf } from './finder.ts';
import { type IndexedCorpus, withIndexedCorpus } from './indexed-corpus.ts';
import { createQueries } from './queries.ts';
import { sample } from './sample.ts';
import { readSet } from './sets.ts';

/** The product's findings for the answerable questions of one task. */
export interface FoundTask {
  readonly name: string;
  readonly gold: AnsweringTask['gold'];
  readonly found: readonly { readonly question: AnswerableQuestion; readonly finding: Finding }[];
}

/** The tasks of a set with comparable answers, at most `limit` questions a corpus; corpora one after another. */
export async function* foundSentences(root: string, set: string, limit: number): AsyncGenerator<FoundTask> {
  const { corpora } = await readSet(root, set);
  for (const { documents, tasks } of corpora) {
    const comparable = tasks.filter(
      ({ gold, answerable }) => (gold === 'quoted' || gold === 'overlap') && answerable.length > 0,
    );
    if (comparable.length === 0) continue;
    yield* await withIndexedCorpus(documents, async (corpus) => {
      const done: FoundTask[] = [];
      for (const { name, gold, answerable } of comparable) {
        const found = await findAll(corpus, sample(answerable, limit));
        done.push({ name, gold, found });
      }
      return done;
    });
  }
}

/** The gate's input for questions of one kind. */
export interface FoundQuestions {
  readonly name: string;
  readonly kind: 'answerable' | UnanswerableQuestions['kind'];
  /** Undefined when nothing was found for the question. */
  readonly evidence: readonly (GateEvidence | undefined)[];
}

/** All kinds of questions of a set's tasks, at most `limit` each; corpora one after another. */
export async function* foundQuestions(
  root: string,
  set: string,
  limit: number,
): AsyncGenerator<FoundQuestions> {
  const { corpora } = await readSet(root, set);
  for (const { documents, tasks } of corpora) {
    yield* await withIndexedCorpus(documents, async (corpus) => {
      const done: FoundQuestions[] = [];
      for (const { name, answerable, unanswerable } of tasks) {
        for (const { kind, questions } of [
          { kind: 'answerable' as const, questions: answerable },
          ...unanswerable,
        ]) {
          const found = await findAll(corpus, sample(questions, limit));
          const evidence = found.map(({ finding: { reader, passages, best, agreement } }) =>
            best[0]
              ? gateEvidence(reader.words, { ...sentenceOf(passages, best[0]), agreement }, reader.match)
              : undefined,
          );
          done.push({ name, kind, evidence });
        }
      }
      return done;
    });
  }
}

async function findAll<Q extends AskedQuestion>(corpus: IndexedCorpus, questions: readonly Q[]) {
  const { topK } = loadConfig({});
  const queryOf = createQueries(corpus);
  const finder = finderOf(corpus);
  const statistics = await finder.statistics();
  const found = [];
  for (const question of questions) {
    const { query, filter } = await queryOf(question);
    const passages = await finder.find(query, { limit: topK, corpus: statistics, ...filter });
    found.push({ question, finding: findAnswer(passages, { corpus: statistics }) });
  }
  return found;
}
