import { parseArgs } from 'node:util';
import { createAnswerShares } from '../src/answering/choose/answer-shares.ts';
import { createPassageAnalyzer } from '../src/answering/choose/passage-analysis.ts';
import { type FindingContext, findAnswer } from '../src/answering/judge/finding.ts';
import { loadConfig } from '../src/config.ts';
import type { IndexStatistics } from '../src/ports/search-index.ts';
import type { Passage } from '../src/retrieval/passage.ts';
import { NO_SHARES, rankByAnswer } from '../src/retrieval/reranking/answer-shares.ts';
import { createReranker, type Reranker } from '../src/retrieval/reranking/reranker.ts';
import type { RetrievalQuery } from '../src/retrieval/retrieval-query.ts';
import { createRetriever } from '../src/retrieval/retriever.ts';
import type { AskedQuestion } from './evaluation-set.ts';
import { type IndexedCorpus, withIndexedCorpus } from './indexed-corpus.ts';
import { createQueries } from './queries.ts';
import { sample } from './sample.ts';
import { chooseSets, readSet } from './sets.ts';
import { milliseconds, table } from './table.ts';

// Prints the cost of scoring in processor time a question on this machine: reranking the candidates, and scoring
// sentences, to rank the best passages and to quote with a probability, for passages read the first time and for those
// read before.

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data/dev' },
    sets: { type: 'string', default: 'squad-a,covidqa-a,scifact-train' },
    limit: { type: 'string', default: '300' },
  },
});

/** The best passages of each question, whose sentences are scored. */
const WEIGHED = 10;
/** Further rounds over the same questions, after the code is compiled. */
const ROUNDS = 5;

const rows: string[][] = [];
for (const name of chooseSets(values.data, values.sets)) {
  const { corpora } = await readSet(values.data, name);
  const [corpus] = corpora;
  const questions = sample(corpus?.lines[0]?.questions ?? [], Number(values.limit));
  if (!corpus || questions.length === 0) continue;
  rows.push(
    await withIndexedCorpus(corpus.documents, async (indexed) => {
      const { chunks } = await indexed.searchIndex.statistics();
      const { reranked, found } = await askAll(indexed, questions);
      const rerank = createReranker();
      const analyse = createPassageAnalyzer();
      const answerShares = createAnswerShares(analyse);
      const { topK } = loadConfig({});
      const costs = [
        ...cpuMs(reranked, (given) => rerank(...given)),
        ...cpuMs(found, ({ query, passages, corpus, context }) => {
          // New passage objects each time, as from a search: nothing found in the previous round is reused.
          const ranked = passages.map((passage) => ({ ...passage }));
          const byAnswer = rankByAnswer(ranked, (best) => answerShares(query, best, corpus));
          const { spellings } = query;
          const retrieval = { passages: byAnswer.slice(0, topK), spellings };
          return findAnswer({}, retrieval, { ...context, analyse });
        }),
      ];
      return [name, String(chunks), String(questions.length), ...costs.map(milliseconds)];
    }),
  );
}
const columns = ['reranking, first', 'again', 'sentences, first', 'again'];
console.log(table([['ms of processor time', 'chunks', 'questions', ...columns], ...rows]));

interface Found {
  readonly query: RetrievalQuery;
  readonly corpus: Pick<IndexStatistics, 'chunks' | 'idf'>;
  readonly passages: readonly Passage[];
  readonly context: Omit<FindingContext, 'analyse'>;
}

/** The input of reranking and sentence search for each question. */
async function askAll(corpus: IndexedCorpus, questions: readonly AskedQuestion[]) {
  const reranked: Parameters<Reranker>[] = [];
  const found: Found[] = [];
  const rerank: Reranker = (...given) => {
    reranked.push(given);
    return given[1].map(({ score }) => score);
  };
  const retriever = createRetriever({ ...corpus, answerShares: NO_SHARES, ranking: { rerank } });
  const statistics = await retriever.statistics();
  const queryOf = createQueries(corpus);
  for (const question of questions) {
    const { query, languages, filter } = await queryOf(question);
    const { passages, spellings } = await retriever.retrieve(query, { limit: WEIGHED, ...filter });
    const context = { query, language: languages[0] ?? null, corpus: statistics };
    found.push({ query: spellings ? { ...query, spellings } : query, passages, corpus: statistics, context });
  }
  return { reranked, found };
}

/** A question, in the first round and in the later ones. */
function cpuMs<T>(questions: readonly T[], work: (question: T) => unknown): [first: number, again: number] {
  const round = (times: number) => {
    const before = process.cpuUsage();
    for (let i = 0; i < times; i++) for (const question of questions) work(question);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000 / (times * questions.length);
  };
  return [round(1), round(ROUNDS)];
}
