import type { Answer, AnswerEvent } from './answer.ts';

/**
 * The plain reply: the final event of the stream, so that the two cannot diverge.
 *
 * @throws What the events throw; an `Error` when they end without an answer.
 */
export async function foldAnswer(events: AsyncIterable<AnswerEvent>): Promise<Answer> {
  for await (const event of events) if (event.type === 'done') return event.answer;
  throw new Error('Cannot give an answer as its events ended before `done`');
}
