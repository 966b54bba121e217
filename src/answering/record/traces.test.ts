import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type CorpusForTests, openCorpusForTests } from '../../../test/answering-corpus.ts';
import { asking, HANDBOOK } from '../../../test/answering-stand.ts';
import { passageOf } from '../../../test/passage-of.ts';
import { createScriptedModel } from '../../../test/scripted-model.ts';
import type { LanguageModel } from '../../ports/language-model.ts';
import { parseQuestion } from '../../question/parsed-question.ts';
import { DEFAULT_SCORE_THRESHOLD } from '../judge/gate.ts';
import type { TracedAnswer } from './answer-trace.ts';
import { createTraces } from './traces.ts';

const DAY_MS = 86_400_000;
const logger = { debug() {}, info() {}, warn() {}, error: assert.fail, enabled: () => true };
const at = (clock: { now: number }) => ({
  logger,
  now: () => clock.now,
  schedule: (work: () => void) => work(),
});

describe('A trace', () => {
  let corpus: CorpusForTests;
  before(async () => {
    corpus = await openCorpusForTests(HANDBOOK);
  });
  after(() => corpus[Symbol.asyncDispose]());

  const traceOf = async (
    question: string,
    more: { scoreThreshold?: number } = {},
    languageModel?: LanguageModel,
  ) => {
    const traces = createTraces(at({ now: 5 }));
    const answer = await asking(corpus, { traces, ...(languageModel && { languageModel }) }).ask(
      question,
      more,
    );
    return { answer, trace: traces.find('corr-1') };
  };

  it('tells why a question got its answer: terms, candidates by stage, gate, sentences, verdicts', async () => {
    const { answer, trace } = await traceOf('How many days of paid leave does an employee get?');
    assert.ok(trace);
    assert.deepEqual([trace.at, trace.outcome, trace.language], [5, 'answered', 'en']);
    assert.ok(trace.terms.some(({ term, idf }) => term === 'leav' && idf > 0));
    assert.equal(trace.candidates[0]?.chunkId, 'handbook.1.0');
    const { lexical, fused, reranked } = trace.candidates[0]!;
    assert.ok(lexical > 0 && fused > 0 && reranked > fused);
    assert.deepEqual(
      trace.candidates.map((candidate) => candidate.reranked),
      trace.candidates.map((candidate) => candidate.reranked).toSorted((a, b) => b - a),
    );
    const { bestScore } = answer.meta.retrieval;
    assert.deepEqual(trace.gate, { probability: bestScore, threshold: DEFAULT_SCORE_THRESHOLD });
    const [best] = trace.sentences;
    assert.deepEqual(
      [best?.text, best?.isChosen],
      ['Every employee gets 30 days of paid leave a year.', true],
    );
    assert.ok(trace.sentences.some(({ isChosen }) => !isChosen));
    assert.deepEqual(trace.statements, answer.meta.statements);
  });

  it('tells which sentences answer the parts of a double question', async () => {
    const { answer, trace } = await traceOf('When did the shop in Oslo open and who founded it?');
    const chosen = trace!.sentences.filter(({ isChosen }) => isChosen).map(({ text }) => text);
    const marked = answer.meta.statements.map(({ start, end }) => answer.text.slice(start, end));
    assert.deepEqual(chosen.sort(), marked.sort());
    assert.equal(chosen.length, 2);
  });

  it('tells why there is none', async () => {
    const foreign = await traceOf('Which king of France paid bakers in gold?');
    assert.equal(foreign.answer.meta.refused, true);
    assert.match(foreign.trace!.outcome, /^(below_threshold|nothing_found)$/);
    const doubtful = await traceOf('How many days of paid leave are there?', { scoreThreshold: 1 });
    assert.equal(doubtful.trace!.outcome, 'below_threshold');
    assert.ok(doubtful.trace!.gate!.probability < 1);
    const { model } = createScriptedModel('NO_ANSWER');
    const judged = await traceOf('How many days of paid leave are there?', { scoreThreshold: 1 }, model);
    assert.equal(judged.trace!.outcome, 'not_supported', 'the model read the passages');
    const nonsense = await traceOf('Xyzzy qwrtp?');
    assert.equal(nonsense.trace!.outcome, 'nothing_found');
    assert.equal((await traceOf('Hello!')).trace, undefined, 'a greeting has none');
  });

  it('says of a corpus without documents that it has none', async () => {
    await using empty = await openCorpusForTests([]);
    const traces = createTraces(at({ now: 0 }));
    await asking(empty, { traces }).ask('How many days?');
    assert.equal(traces.find('corr-1')?.outcome, 'nothing_ingested');
  });
});

const nothing: TracedAnswer = {
  audience: null,
  question: { text: 'q', scoreThreshold: 0.3 },
  corpus: { documents: 1, idf: () => 0 },
  evidence: {
    ...{ query: parseQuestion('q', []), language: null, candidates: 0, isDegraded: false },
    ...{ ranked: [], finding: undefined },
  },
  statements: [],
  isFallback: false,
  isJudged: false,
};

describe('Traces', () => {
  it('are kept for a day, up to a maximum number', () => {
    const clock = { now: 0 };
    const traces = createTraces({ ...at(clock), tracesMax: 3 });
    for (const id of ['a', 'b', 'c', 'd']) traces.record(id, nothing);
    assert.equal(traces.find('a'), undefined);
    assert.equal(traces.find('b')?.outcome, 'approved');
    traces.record('b', { ...nothing, question: { text: 'again', scoreThreshold: 0 } });
    assert.equal(traces.find('b')?.question, 'again');
    clock.now = DAY_MS;
    assert.equal(traces.find('d'), undefined);
  });

  it('are short, however long the texts are', () => {
    const traces = createTraces(at({ now: 0 }));
    const long = 'x'.repeat(100_000);
    const passage = passageOf('d', 'x', { title: long, section: long });
    const ranked = Array.from({ length: 50 }, () => passage);
    const terms = Array.from({ length: 500 }, (_, i) => ({ term: `${i}${long}`, weight: 1 }));
    const query = { ...parseQuestion('q', []), terms };
    traces.record('a', { ...nothing, evidence: { ...nothing.evidence, query, ranked } });
    const trace = traces.find('a');
    assert.ok(trace);
    assert.ok(JSON.stringify(trace).length < 32_000);
    traces.record('b', { ...nothing, evidence: { ...nothing.evidence, query: parseQuestion(long, []) } });
    assert.ok(traces.find('b')!.query.length <= 4_000);
  });

  it('are built after the answer, and not at all when too many are waiting', () => {
    const later: (() => void)[] = [];
    const traces = createTraces({ ...at({ now: 0 }), schedule: (work) => later.push(work) });
    for (let i = 0; i < 201; i++) traces.record(`${i}`, nothing);
    assert.equal(traces.find('0'), undefined);
    for (const work of later) work();
    assert.deepEqual([traces.find('199')?.question, traces.find('200')], ['q', undefined]);
  });
});
