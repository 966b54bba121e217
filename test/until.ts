import { setTimeout as sleep } from 'node:timers/promises';

/** Only what never comes takes so long, however busy the machine is. */
const PATIENCE_MS = 120_000;
const POLL_MS = 10;

/** Waits until it holds. @param what Told when it does not come about. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  what: () => string = () => String(holds),
): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`Waited in vain: ${what()}`);
    await sleep(POLL_MS);
  }
}
