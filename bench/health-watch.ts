/** Requests `/health` again and again and reports each duration, outside of the thread that sends large texts. */
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const { url, everyMs } = workerData as { url: string; everyMs: number };

for (;;) {
  const startedAt = performance.now();
  await (await fetch(`${url}/health`)).text();
  parentPort!.postMessage(performance.now() - startedAt);
  await pause(everyMs);
}
