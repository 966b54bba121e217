import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createSharedWork } from './shared-work.ts';

/** Work that yields what it is given, step by step. */
function stepwise() {
  const steps: PromiseWithResolvers<string>[] = [];
  const stopped: unknown[] = [];
  let begun = 0;
  const step = (at: number) => (steps[at] ??= Promise.withResolvers());
  return {
    say: (at: number, text: string) => step(at).resolve(text),
    fail: (at: number, error: Error) => step(at).reject(error),
    stopped,
    begun: () => begun,
    begin: async function* (signal: AbortSignal): AsyncGenerator<string, string> {
      begun += 1;
      signal.addEventListener('abort', () => {
        stopped.push(signal.reason);
        for (const { reject } of steps) reject(signal.reason);
      });
      yield await step(0).promise;
      yield await step(1).promise;
      return 'end';
    },
  };
}

async function toldTo(following: AsyncGenerator<string, string>) {
  const told: string[] = [];
  for (;;) {
    const step = await following.next();
    told.push(step.value);
    if (step.done) return told;
  }
}

const never = () => new AbortController().signal;

test('work runs once, and late followers get all of its events', async () => {
  const follow = createSharedWork<string, string>();
  const work = stepwise();
  const first = toldTo(follow('k', work.begin, never()));
  work.say(0, 'a');
  await setImmediate();
  const second = toldTo(follow('k', work.begin, never()));
  const other = toldTo(follow('another', work.begin, never()));
  work.say(1, 'b');
  assert.deepEqual(await Promise.all([first, second, other]), Array(3).fill(['a', 'b', 'end']));
  assert.equal(work.begun(), 2);
  assert.equal(work.stopped.length, 2, 'nothing is left running');
});

test('the follower that started it may leave: it goes on for the others, and stops with the last one', async () => {
  const follow = createSharedWork<string, string>();
  const work = stepwise();
  const [leaving, staying] = [new AbortController(), new AbortController()];
  const first = toldTo(follow('k', work.begin, leaving.signal));
  const second = follow('k', work.begin, staying.signal);
  work.say(0, 'a');
  assert.equal((await second.next()).value, 'a');
  leaving.abort(new Error('left'));
  await assert.rejects(first, /left/);
  assert.equal(work.stopped.length, 0);
  const last = second.next();
  staying.abort(new Error('left, too'));
  await assert.rejects(last, /left, too/);
  assert.deepEqual(
    work.stopped.map((reason) => (reason as Error).message),
    ['left, too'],
  );
  const anew = stepwise();
  anew.say(0, 'c');
  anew.say(1, 'd');
  assert.deepEqual(await toldTo(follow('k', anew.begin, never())), ['c', 'd', 'end']);
});

test('a follower that stops reading leaves, too', async () => {
  const follow = createSharedWork<string, string>();
  const work = stepwise();
  work.say(0, 'a');
  for await (const _ of follow('k', work.begin, never())) break;
  assert.equal(work.stopped.length, 1);
});

test('all followers get a failure, and the next one starts anew', async () => {
  const follow = createSharedWork<string, string>();
  const work = stepwise();
  const following = [1, 2].map(() => toldTo(follow('k', work.begin, never())));
  work.fail(0, new Error('down'));
  for (const told of following) await assert.rejects(told, /down/);
  await assert.rejects(toldTo(follow('k', work.begin, never())), /down/);
  assert.equal(work.begun(), 2);
});
