import assert from 'node:assert/strict';
import { it } from 'node:test';
import { recordOf } from '../../test/document-record.ts';
import type { Question } from './answer.ts';
import { createSuggestQuestions } from './suggest-questions.ts';
import { blankMeta, replyWithoutSources } from './write/answer-meta.ts';

const LAST = 'What do the rooms hold?';

it('a suggestion is tried in the conversation in which it will be asked, or after the last question alone', async () => {
  const tried: Question[] = [];
  const suggest = createSuggestQuestions({
    async *quoteAnswer(question, { correlationId }) {
      tried.push(question);
      yield* replyWithoutSources('Nothing.', blankMeta(question, correlationId));
    },
    documentStore: {
      docIdsWithTags: async () => new Set(),
      visibleAmong: async () => [],
      list: async () => assert.fail('the documents are those cited'),
      getMany: async () => [],
      listChunks: async () => undefined,
    },
    writeQuestions: async () => ['How wide are they?', LAST],
    statistics: async () => ({ documents: 1, chunks: 1 }),
    defaults: { topK: 5, scoreThreshold: 0.35 },
    now: Date.now,
  });
  const conversation = { userId: 'ann', conversationId: 'tour' };
  const after = { question: LAST, chunkIds: ['tower.1.0'] };
  const { signal } = new AbortController();
  for (const more of [{ conversation }, {}])
    assert.deepEqual(await suggest({ filter: {}, after: { ...after, ...more }, limit: 1 }, { signal }), []);

  assert.deepEqual(
    tried.map(({ text, userId, conversationId, earlier }) => ({ text, userId, conversationId, earlier })),
    [
      { text: 'How wide are they?', ...conversation, earlier: undefined },
      {
        text: 'How wide are they?',
        userId: '',
        conversationId: '',
        earlier: [{ question: LAST, answer: '' }],
      },
    ],
  );
});

it('suggestions are of documents all over the corpus, and ask how to do what a heading tells to do', async () => {
  const tried: string[] = [];
  const read: string[] = [];
  const suggest = createSuggestQuestions({
    async *quoteAnswer(question, { correlationId }) {
      tried.push(question.text);
      yield* replyWithoutSources('Nothing.', blankMeta(question, correlationId));
    },
    documentStore: {
      docIdsWithTags: async () => new Set(),
      visibleAmong: async () => [],
      list: async (_, { limit }) => {
        const documents = Array.from({ length: limit }, (_, i) => recordOf(`page-${i}`));
        return { documents, total: 1_000, nextBefore: undefined, nextKey: null };
      },
      getMany: async () => assert.fail('no document was named'),
      listChunks: async (docId) => {
        read.push(docId);
        const headings = ['How to add your users to teams', 'Early access for teams', 'Use cases of teams'];
        const chunks = headings.map((section, ordinal) => ({
          ...{ docId, ordinal, section, page: null },
          ...{
            chunkId: `${docId}.1.${ordinal}`,
            text: 'Teams have users, and these have teams.',
            start: 0,
            end: 39,
          },
        }));
        return { chunks: docId === 'page-0' ? chunks : [], version: 1, nextAfter: undefined, total: 3 };
      },
    },
    statistics: async () => ({ documents: 1_000, chunks: 3_000 }),
    defaults: { topK: 5, scoreThreshold: 0.35 },
    now: Date.now,
  });
  await suggest({ filter: {}, after: undefined, limit: 4 }, { signal: new AbortController().signal });
  assert.deepEqual(read.slice(0, 3), ['page-0', 'page-16', 'page-33']);
  assert.equal(read.length, 12);
  assert.deepEqual(tried.slice(0, 3), [
    'How do I add my users to teams?',
    'What should I know about “Early access for teams”?',
    'What should I know about “Use cases of teams”?',
  ]);
});
