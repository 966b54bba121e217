import { untilAborted } from '../../concurrency/deadline.ts';
import { createNotifier, type Notifier } from '../../concurrency/notifier.ts';

/**
 * Runs work once for several concurrent followers: each gets all events from the beginning, whenever it joins. The work
 * runs while it has a follower, whoever started it, and is aborted when the last one leaves.
 *
 * @param begin Starts the work; not called if it is already running.
 * @param signal Ends only this follower's subscription.
 * @throws What the work throws, to every follower; the signal's reason when it aborts.
 */
export type FollowWork<Event, Result> = (
  key: string,
  begin: (signal: AbortSignal) => AsyncIterator<Event, Result>,
  signal: AbortSignal,
) => AsyncGenerator<Event, Result>;

export function createSharedWork<Event, Result>(): FollowWork<Event, Result> {
  const underway = new Map<string, Work<Event, Result>>();

  async function drive(work: Work<Event, Result>, steps: AsyncIterator<Event, Result>): Promise<Result> {
    for (;;) {
      const step = await steps.next();
      if (step.done) return step.value;
      work.events.push(step.value);
      work.news.notify();
    }
  }

  function started(key: string, begin: (signal: AbortSignal) => AsyncIterator<Event, Result>) {
    const stop = new AbortController();
    const work: Work<Event, Result> = { events: [], news: createNotifier(), followers: 0, stop };
    underway.set(key, work);
    work.ended = drive(work, begin(stop.signal)).finally(() => {
      forget(key, work);
      work.isOver = true;
      work.news.notify();
    });
    // Followers get the rejection; without followers it is not unhandled.
    work.ended.catch(() => {});
    return work;
  }

  function forget(key: string, work: Work<Event, Result>): void {
    if (underway.get(key) === work) underway.delete(key);
  }

  return async function* follow(key, begin, signal) {
    const work = underway.get(key) ?? started(key, begin);
    work.followers += 1;
    try {
      for (let at = 0; ; ) {
        const news = work.news.next();
        while (at < work.events.length) yield work.events[at++]!;
        if (work.isOver && at === work.events.length) return await work.ended!;
        await untilAborted(news, signal);
      }
    } finally {
      work.followers -= 1;
      if (work.followers === 0) {
        // The next follower starts again, as the aborted work has no result.
        forget(key, work);
        work.stop.abort(signal.aborted ? signal.reason : new Error('Nobody waits for it any more'));
      }
    }
  };
}

interface Work<Event, Result> {
  readonly events: Event[];
  /** Notifies of each event, and of the end. */
  readonly news: Notifier;
  followers: number;
  readonly stop: AbortController;
  ended?: Promise<Result>;
  isOver?: true;
}
