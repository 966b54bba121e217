import { untilAborted } from '../until-aborted.ts';

/**
 * Work that several wait for at the same time and that is done once: whoever comes later is told what the others were
 * told, from the beginning. It goes on while somebody follows it, whoever began it, and is stopped when the last one leaves.
 *
 * @param begin Does the work; not called where it is under way.
 * @param signal Ends this one's following alone.
 * @throws What the work throws, to all who follow; the signal's reason when it aborts.
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
      work.news.resolve();
      work.news = Promise.withResolvers();
    }
  }

  function started(key: string, begin: (signal: AbortSignal) => AsyncIterator<Event, Result>) {
    const stop = new AbortController();
    const work: Work<Event, Result> = { events: [], news: Promise.withResolvers(), followers: 0, stop };
    underway.set(key, work);
    work.ended = drive(work, begin(stop.signal)).finally(() => {
      forget(key, work);
      work.isOver = true;
      work.news.resolve();
    });
    // Whoever follows is told; when nobody does any more, nobody need be.
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
        const { news } = work;
        while (at < work.events.length) yield work.events[at++]!;
        if (work.isOver && at === work.events.length) return await work.ended!;
        if (news === work.news) await untilAborted(news.promise, signal);
      }
    } finally {
      work.followers -= 1;
      if (work.followers === 0) {
        // Whoever comes now begins anew: what is being stopped ends with nothing.
        forget(key, work);
        work.stop.abort(signal.aborted ? signal.reason : new Error('Nobody waits for it any more'));
      }
    }
  };
}

interface Work<Event, Result> {
  readonly events: Event[];
  /** Resolves at the next event, and at the end. */
  news: PromiseWithResolvers<void>;
  followers: number;
  readonly stop: AbortController;
  ended?: Promise<Result>;
  isOver?: true;
}
