import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerTo } from '../../../test/http-stand.ts';
import type { AnswerMeta, AnswerQuestion, Question } from '../answer.ts';
import { foldAnswer } from '../events.ts';
import { withCuration } from './curated-answers.ts';

const question: Question = {
  ...{
    text: 'When does it open?',
    mode: 'learning',
    language: 'auto',
    topK: 5,
    scoreThreshold: 0.3,
    filter: {},
  },
  ...{ userId: 'ann', conversationId: 'default' },
};

function answering(meta: Partial<AnswerMeta> = {}): AnswerQuestion {
  return async function* answer(asked, { correlationId }) {
    const answered = answerTo(asked, correlationId);
    yield { type: 'sources', sources: answered.sources };
    yield { type: 'token', delta: answered.text };
    yield { type: 'done', answer: { ...answered, meta: { ...answered.meta, ...meta } } };
  };
}

const options = () => ({ signal: AbortSignal.timeout(60_000), correlationId: 'chat-1' });

test('an answer is held before the done event, which names its entry', async () => {
  const order: string[] = [];
  const curated = withCuration(answering({ synthesized: true }), {
    async hold({ question, answer, synthesized, sources, statements, correlationId }) {
      const found = statements.map(({ start, end }) => `${start}-${end}`).join();
      order.push(`held ${question} ${answer} ${synthesized} ${sources.length} ${found} ${correlationId}`);
      return 'entry-1';
    },
    record: ({ correlationId, asked, answer, bestScore, timingsMs }) =>
      void order.push(`noted ${correlationId} ${asked} ${answer} ${bestScore} ${timingsMs.total}`),
  });
  for await (const event of curated(question, options())) {
    order.push(event.type === 'done' ? `done ${event.answer.meta.reviewEntryId}` : event.type);
  }
  const text = 'A family ticket costs 24 euros. [1]';
  assert.deepEqual(order, [
    'sources',
    'token',
    `held When does it open? ${text} true 1 0-31 chat-1`,
    `noted chat-1 When does it open? ${text} 0.92 0.7`,
    'done entry-1',
  ]);
});

test('a follow-up is held as its standalone question, and recorded as asked', async () => {
  const seen: string[] = [];
  const standalone = 'And when does it close? (castle)';
  const curated = withCuration(answering({ standalone }), {
    hold: async (answer) => {
      seen.push(answer.question);
      return null;
    },
    record: ({ asked, question }) => void seen.push(asked, question),
  });
  await foldAnswer(curated({ ...question, text: 'And when does it close?' }, options()));
  assert.deepEqual(seen, [standalone, 'And when does it close?', standalone]);
});

test('an answer that cannot be held is not given', async () => {
  const curated = withCuration(answering(), {
    hold: () => Promise.reject(new Error('The store is down')),
    record: () => assert.fail('it was not answered'),
  });
  await assert.rejects(foldAnswer(curated(question, options())), /The store is down/);
});

test('holding ends with the request', async () => {
  const stop = new AbortController();
  const curated = withCuration(answering(), {
    hold: () => {
      setImmediate(() => stop.abort(new Error('left')));
      return new Promise(() => {});
    },
    record() {},
  });
  await assert.rejects(foldAnswer(curated(question, { ...options(), signal: stop.signal })), /left/);
});
