/** A terminal, npm and a launcher each send the SIGINT of one Ctrl-C: within this time they count as one. */
const SAME_SIGNAL_MS = 500;

/** The first SIGINT or SIGTERM stops what runs; a later one ends the process at once, with `exitCode`. */
export function stopOnSignals(stop: (signal: NodeJS.Signals) => void, exitCode: number): void {
  let stoppedAt: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (stoppedAt === undefined) {
        stoppedAt = performance.now();
        stop(signal);
      } else if (performance.now() - stoppedAt > SAME_SIGNAL_MS) process.exit(exitCode);
    });
}
