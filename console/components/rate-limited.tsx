import { rich } from '../messages.ts';
import { Countdown } from './countdown.tsx';

/** Why requests wait, and for how long. */
export function RateLimited({ untilMs }: { untilMs: number }) {
  return (
    <span>
      {rich('Too many requests within a minute. Retrying in {seconds}', {
        seconds: <Countdown key={untilMs} untilMs={untilMs} />,
      })}
    </span>
  );
}
