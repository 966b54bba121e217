import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answerTo, source } from '../../../test/http-stand.ts';
import type { Answer, AnswerQuestion, Question } from '../../answering/answer.ts';
import { foldAnswer } from '../../answering/events.ts';
import { RefusedError } from '../../errors.ts';
import { ClientLeftError } from '../requests/bound-requests.ts';
import { type EndedQuestion, withAnswerMetrics } from './answer-metrics.ts';

const QUESTION: Question = {
  ...{
    text: 'What does a family ticket cost?',
    mode: 'strict',
    language: 'auto',
    topK: 5,
    scoreThreshold: 0.3,
  },
  ...{ filter: {}, userId: 'ann', conversationId: 'default' },
};
const ANSWER = answerTo(QUESTION, 'corr-1');
const OPTIONS = { signal: new AbortController().signal, correlationId: 'corr-1' };

function giving(answer: Answer): AnswerQuestion {
  return async function* () {
    yield { type: 'sources', sources: answer.sources };
    yield { type: 'done', answer };
  };
}

function throwing(error: unknown): AnswerQuestion {
  return async function* () {
    yield { type: 'sources', sources: [source] };
    throw error;
  };
}

/** The event for the one question asked. */
async function endOf(answerQuestion: AnswerQuestion): Promise<EndedQuestion> {
  const ended: EndedQuestion[] = [];
  const measured = withAnswerMetrics(answerQuestion, (question) => ended.push(question));
  await foldAnswer(measured(QUESTION, OPTIONS)).catch(() => {});
  assert.equal(ended.length, 1);
  return ended[0]!;
}

describe('the outcome of a question', () => {
  const { meta } = ANSWER;
  const nothing = { sources: [], meta: { ...meta, grounded: null, groundedScore: null, statements: [] } };
  for (const [outcome, answer] of [
    ['quoted', ANSWER],
    ['composed', { ...ANSWER, meta: { ...meta, model: 'openai/gpt-6-luna' } }],
    ['cached', { ...ANSWER, meta: { ...meta, model: 'openai/gpt-6-luna', cached: true } }],
    ['approved', { ...ANSWER, sources: [{ ...source, kind: 'approved_answer' }] }],
    ['quoted', { ...ANSWER, sources: [{ ...source, kind: 'approved_answer' }, source] }],
    ['refused', { ...ANSWER, ...nothing, meta: { ...nothing.meta, refused: true } }],
    ['greeting', { ...ANSWER, ...nothing }],
  ] as const) {
    const of = `${answer.meta.model}, ${answer.sources.map(({ kind }) => kind).join(' and ') || 'no sources'}`;
    it(`is ${outcome} for an answer of ${of}`, async () => {
      const ended = await endOf(giving(answer));
      assert.deepEqual(
        [ended.mode, ended.outcome, ended.grounded],
        ['strict', outcome, answer.meta.grounded],
      );
      assert.deepEqual(ended.timingsMs, outcome === 'greeting' ? undefined : meta.timingsMs);
    });
  }

  it('is failed after an error, and abandoned when the client has left', async () => {
    const late = new RefusedError({ code: 'deadline_exceeded', limitMs: 1 });
    assert.equal((await endOf(throwing(late))).outcome, 'failed');
    assert.equal((await endOf(throwing(new ClientLeftError('left')))).outcome, 'abandoned');
  });

  it('is abandoned when the reader stops before the end', async () => {
    const ended: EndedQuestion[] = [];
    for await (const _ of withAnswerMetrics(giving(ANSWER), (question) => ended.push(question))(
      QUESTION,
      OPTIONS,
    ))
      break;
    assert.deepEqual(
      ended.map(({ outcome }) => outcome),
      ['abandoned'],
    );
  });

  it('does not change the events, nor what is thrown', async () => {
    const answer = await foldAnswer(withAnswerMetrics(giving(ANSWER), () => {})(QUESTION, OPTIONS));
    assert.equal(answer, ANSWER);
    const error = new Error('broken');
    await assert.rejects(foldAnswer(withAnswerMetrics(throwing(error), () => {})(QUESTION, OPTIONS)), error);
  });
});
