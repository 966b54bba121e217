/**
 * `node bench/answers.ts [--corpus <folder> | --invented] [--documents N] [--questions 1000]`: the cost of a
 * whole built-in answer without HTTP. Stores on disk, index in memory, embedder fitted to the corpus, questions one after
 * another. Prints wall time, processor time, and the share of each stage. The corpus is that of `npm run bench`, read as
 * plain text. The code is warmed up with questions about other, invented documents.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withIndexedCorpus } from '../quality/indexed-corpus.ts';
import { documentOfRow } from '../quality/source-document.ts';
import { openSqliteKeyValueStore } from '../src/adapters/key-value/sqlite.ts';
import { openSqliteCurationStore } from '../src/adapters/sqlite/stores.ts';
import { createAnswerQuestion } from '../src/answering/answer-question.ts';
import { foldAnswer } from '../src/answering/events.ts';
import { createPassageFinder } from '../src/answering/find/find-passages.ts';
import { createMemory } from '../src/answering/read/memory.ts';
import { createApprovedPassages } from '../src/curation/approved-passages.ts';
import { SILENT } from '../src/kernel/silent-logger.ts';
import { createReranker } from '../src/retrieval/reranking/reranker.ts';
import { createRetriever } from '../src/retrieval/retriever.ts';
import { makeCorpus } from './corpus.ts';
import { questionsOf } from './load.ts';
import { CORPUS_OPTIONS, openCorpus } from './open-corpus.ts';
import { quantile } from './quantile.ts';

const WARM_QUESTIONS = 300;
const DAY_MS = 86_400_000;
const DEADLINE_MS = 30_000;

const { values } = parseArgs({
  options: {
    ...CORPUS_OPTIONS,
    questions: { type: 'string', default: '1000' },
  },
});

const warming = makeCorpus(WARM_QUESTIONS, 2).map((document) => ({
  ...document,
  name: `warming-${document.name}`,
}));
const corpus = await openCorpus(values);
const questions = Math.min(Number(values.questions), corpus.questions.length);
const asked = [...questionsOf(corpus.questions).take(questions)];
const rows = [...warming, ...corpus.files].flatMap(
  ({ name, text }) => documentOfRow({ _id: name, text }) ?? [],
);
const documents = rows.length;
await withIndexedCorpus(rows, async ({ documentStore, searchIndex, embeddingModel, cost }) => {
  const folder = await mkdtemp(join(tmpdir(), 'docent-bench-'));
  try {
    await using stores = new AsyncDisposableStack();
    const memoryStore = stores.use(
      openSqliteKeyValueStore(join(folder, 'memory.db'), { durability: 'relaxed', now: Date.now }),
    );
    const curationStore = stores.use(openSqliteCurationStore(join(folder, 'curation.db')));
    const stages = createStages();
    const store = stages.timed(documentStore, { chunks: 'look-up of passages' });
    const answer = createAnswerQuestion({
      finder: createPassageFinder({
        retriever: createRetriever({
          searchIndex: stages.timed(searchIndex, { search: 'search' }),
          documentStore: store,
          embeddingModel,
          rerank: stages.timedCall(createReranker(), 'reranking'),
        }),
      }),
      documentStore: store,
      approvedPassages: createApprovedPassages({
        store: stages.timed(curationStore, { approvedDocument: 'look-up of approved answers' }),
        documentStore: store,
        logger: SILENT,
      }),
      memory: createMemory({
        store: stages.timed(memoryStore, { get: 'memory', set: 'memory' }),
        ttlMs: DAY_MS,
        logger: SILENT,
      }),
      logger: SILENT,
      now: () => performance.now(),
    });
    let right = 0;
    const latencies: number[] = [];
    const generateMs: number[] = [];

    async function ask({ question, fact }: { question: string; fact?: string }, user: string): Promise<void> {
      const startedAt = performance.now();
      const { text, meta } = await foldAnswer(
        answer(
          {
            ...{
              text: question,
              mode: 'learning',
              language: 'auto',
              topK: 5,
              scoreThreshold: 0.3,
              filter: {},
            },
            ...{ userId: user, conversationId: 'default' },
          },
          { signal: AbortSignal.timeout(DEADLINE_MS), correlationId: `bench-${user}` },
        ),
      );
      latencies.push(performance.now() - startedAt);
      generateMs.push(meta.timingsMs.generate);
      if (fact !== undefined && text.includes(fact)) right += 1;
    }

    for (const name of ['first time', 'asked before'] as const) {
      for (const [n, each] of warming.entries()) await ask(each, `warming-${n}`);
      stages.reset();
      latencies.length = 0;
      generateMs.length = 0;
      right = 0;
      const before = process.cpuUsage();
      for (const [n, each] of asked.entries()) await ask(each, `${name} ${n}`);
      const { user, system } = process.cpuUsage(before);
      const at = (times: readonly number[], share: number) => quantile(times, share).toFixed(2);
      console.log(`\n${cost.chunks} chunks of ${documents} documents, ${questions} questions, ${name}`);
      console.log(`  whole answer      p50 ${at(latencies, 0.5)} ms, p99 ${at(latencies, 0.99)} ms`);
      console.log(`  processor time    ${((user + system) / 1e3 / questions).toFixed(2)} ms an answer`);
      if (asked[0]?.fact) console.log(`  right             ${(right / questions).toFixed(3)}`);
      for (const [stage, times] of stages.all())
        console.log(`  ${stage.padEnd(29)} p50 ${at(times, 0.5)} ms`);
      console.log(`  ${'quoting, checking, memory'.padEnd(29)} p50 ${at(generateMs, 0.5)} ms`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** Durations of calls, by stage. */
function createStages() {
  const times = new Map<string, number[]>();
  function took(stage: string, startedAt: number): void {
    const known = times.get(stage) ?? [];
    known.push(performance.now() - startedAt);
    times.set(stage, known);
  }
  function timedCall<Values extends unknown[], Result>(call: (...values: Values) => Result, stage: string) {
    return (...values: Values): Result => {
      const startedAt = performance.now();
      const result = call(...values);
      if (result instanceof Promise) result.then(() => took(stage, startedAt));
      else took(stage, startedAt);
      return result;
    };
  }
  return {
    timedCall,
    /** The same port with the named methods timed. */
    timed<Port extends object>(port: Port, stageOf: Partial<Record<keyof Port, string>>): Port {
      const methods = Object.entries(stageOf) as [keyof Port & string, string][];
      const timedMethods = methods.map(([name, stage]) => {
        const method = port[name] as (...values: unknown[]) => unknown;
        return [name, { value: timedCall(method.bind(port), stage) }];
      });
      return new Proxy(Object.create(null, Object.fromEntries(timedMethods)) as Port, {
        get: (own, name) => {
          if (name in own) return Reflect.get(own, name);
          const member: unknown = Reflect.get(port, name, port);
          return typeof member === 'function' ? member.bind(port) : member;
        },
      });
    },
    all: () => times.entries(),
    reset: () => times.clear(),
  };
}
