import { useEffect, useState } from 'preact/hooks';
import { seconds as inSeconds } from './figures.ts';

const TICK_MS = 250;

/** Seconds until a moment, counting down. Screen readers are not told every second. */
export function Countdown({ untilMs, onEnd }: { untilMs: number; onEnd?: () => void }) {
  const [nowMs, setNowMs] = useState(() => Date.now());
  const seconds = Math.max(0, Math.ceil((untilMs - nowMs) / 1000));
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (seconds === 0) onEnd?.();
  }, [seconds === 0]);
  return (
    <span class="countdown" aria-hidden="true">
      {inSeconds(seconds)}
    </span>
  );
}
