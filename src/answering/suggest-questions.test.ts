import assert from 'node:assert/strict';
import { it } from 'node:test';
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
