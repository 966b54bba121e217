/** Asks for `/health` again and again, and tells how long each answer took: away from the thread that sends large texts. */
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const { url, everyMs } = workerData as { url: string; everyMs: number };

for (;;) {
  const startedAt = performance.now();
  await (await fetch(`${url}/health`)).text();
  parentPort!.postMessage(performance.now() - startedAt);
  await pause(everyMs);
}
