import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { passageOf } from '../../../test/passage-of.ts';
import { parseQuestion } from '../../question/parsed-question.ts';
import type { Passage } from '../../retrieval/passage.ts';
import type { Retriever } from '../../retrieval/retriever.ts';
import { createPassageFinder } from './find-passages.ts';

const STATISTICS = {
  ...{ documents: 2, chunks: 1_000, embedded: 0, embeddingModelId: undefined },
  idf: () => 3,
  learn: async () => false,
};

/** Finds the passages, in this order. */
const retrieverOf = (...ranked: Passage[]): Retriever => ({
  statistics: async () => STATISTICS,
  retrieve: async (question) => ({ question, ranked, rest: [], candidates: 2, isDegraded: false }),
});

const docIds = (passages: readonly { docId: string }[]) => passages.map(({ docId }) => docId);

describe('The passages for a question', () => {
  const vague = passageOf('vague', 'Refunds and days are words of this text. Paid work is another.', {
    score: 1,
  });
  const exact = passageOf('exact', 'A refund is paid within ten days.', { score: 0.9 });
  const retriever = retrieverOf(vague, exact);
  const question = parseQuestion('Within how many days is a refund paid?', ['en']);

  it('are ranked by where the answer is, unless the question depends on earlier ones', async () => {
    const finder = createPassageFinder({ retriever });
    const { passages } = await finder.find(question, { limit: 5 });
    assert.deepEqual(docIds(passages), ['exact', 'vague']);
    const followUp = await finder.find({ ...question, isFollowUp: true }, { limit: 5 });
    assert.deepEqual(docIds(followUp.passages), ['vague', 'exact']);
  });

  it('are in the order of the rerank model, with the scale of their own scores', async () => {
    const turning = {
      id: 'r',
      rerank: async (_: string, texts: readonly string[]) => texts.map((__, at) => texts.length - 1 - at),
    };
    const finder = createPassageFinder({ retriever, rerankModel: turning });
    const { passages } = await finder.find(question, { limit: 5 });
    assert.deepEqual(docIds(passages), ['vague', 'exact']);
    assert.deepEqual(
      passages.map(({ score }) => score),
      [0.9, 1],
    );
  });

  it('keep their order when the rerank model fails', async () => {
    const failed: unknown[] = [];
    const down = { id: 'r', rerank: () => Promise.reject(new Error('down')) };
    const onModelFailed = (error: unknown) => failed.push(error);
    const finder = createPassageFinder({
      retriever,
      rerankModel: down,
      onModelFailed,
    });
    assert.deepEqual(docIds((await finder.find(question, { limit: 1 })).passages), ['exact']);
    assert.equal(failed.length, 1);
  });
});
